import { useState } from 'react';
import { api, type ResponseOf, send } from '#lib/api.ts';
import { goTo, type Route, viewOf } from '../route.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { List } from '../ui/List.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { asPage, usePages } from '../ui/usePages.ts';
import { CouponTable } from './CouponTable.tsx';
import { CreateCouponDialog } from './CreateCouponDialog.tsx';
import { type CouponView, couponViews } from './new-coupon.ts';

export type Code = ResponseOf<typeof api.desk.coupons.$get>['codes'][number];

/** Coupon codes, newest first. */
export default function Coupons({ route: { params } }: { route: Route }) {
  const show: CouponView = viewOf(couponViews, params.show);
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
        <SelectField
          label="Show"
          name="show"
          value={show}
          options={couponViews}
          onChange={(next) => goTo({ screen: 'coupons', params: { show: next } })}
        />
        <SearchField
          key={q}
          label="One code"
          value={q}
          onSearch={(code) => goTo({ screen: 'coupons', params: { q: code } })}
        />
        <button type="button" className="button small" onClick={() => setMaking(true)}>
          New code
        </button>
      </div>
      <List pages={pages} empty={q ? `There is no code ${q}.` : 'There is no code yet.'}>
        {(rows) => <CouponTable codes={rows} onEnd={setEnding} />}
      </List>
      {making && <CreateCouponDialog onClose={() => setMaking(false)} onMade={pages.reload} />}
      {ending && (
        <FormDialog
          title={`End ${ending.code} now?`}
          action="End code"
          onSubmit={() =>
            send(api.desk.coupons[':code'].end.$post({ param: { code: ending.code }, json: {} }))
          }
          onClose={() => setEnding(undefined)}
          onDone={pages.reload}
          onStale={pages.reload}
        >
          <p>New orders can no longer use this code. Orders that already use it keep it.</p>
        </FormDialog>
      )}
    </>
  );
}
