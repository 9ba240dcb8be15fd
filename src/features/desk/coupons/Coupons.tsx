import { useState } from 'react';
import { type AnswerOf, api, send } from '#lib/api.ts';
import { type CodeView, codeViews } from '../codes.ts';
import { goTo, type Place, viewOf } from '../route.ts';
import { Ask } from '../ui/Ask.tsx';
import { Choice } from '../ui/Choice.tsx';
import { Find } from '../ui/Find.tsx';
import { List } from '../ui/List.tsx';
import { asPage, usePages } from '../ui/usePages.ts';
import { CodeTable } from './CodeTable.tsx';
import { MakeCode } from './MakeCode.tsx';

export type Code = AnswerOf<typeof api.desk.coupons.$get>['codes'][number];

/** Codes that take something off an order, newest first. */
export default function Coupons({ place: { params } }: { place: Place }) {
  const show: CodeView = viewOf(codeViews, params.show);
  const q = params.q ?? '';
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<Code>();
  const pages = usePages(`${show} ${q}`, async (after) =>
    asPage(
      await send(api.desk.coupons.$get({ query: { show, q: q || undefined, after } })),
      ({ codes }) => codes,
    ),
  );
  return (
    <>
      <h1>Codes</h1>
      <div className="desk-tools">
        <Choice
          label="Show"
          name="show"
          value={show}
          options={codeViews}
          onChange={(next) => goTo({ screen: 'coupons', params: { show: next } })}
        />
        <Find
          key={q}
          label="One code"
          value={q}
          onFind={(code) => goTo({ screen: 'coupons', params: { q: code } })}
        />
        <button type="button" className="button small" onClick={() => setMaking(true)}>
          New code
        </button>
      </div>
      <List pages={pages} empty={q ? `There is no code ${q}.` : 'There is no code yet.'}>
        {(rows) => <CodeTable codes={rows} onEnd={setEnding} />}
      </List>
      {making && <MakeCode onClose={() => setMaking(false)} onMade={pages.reload} />}
      {ending && (
        <Ask
          title={`End ${ending.code} now?`}
          action="End code"
          onSubmit={() =>
            send(api.desk.coupons[':code'].end.$post({ param: { code: ending.code }, json: {} }))
          }
          onClose={() => setEnding(undefined)}
          onDone={pages.reload}
          onStale={pages.reload}
        >
          <p>No new order takes it from then on. Orders that have it keep it.</p>
        </Ask>
      )}
    </>
  );
}
