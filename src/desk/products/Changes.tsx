import { useState } from 'react';
import { api, send } from '#lib/api.ts';
import { formatDayTime } from '#lib/dates.ts';
import type { Outcome } from '#lib/outcome.ts';
import { toast } from '#ui/toast.dom.ts';
import { TableList } from '../ui/List.tsx';
import { RowButton } from '../ui/Table.tsx';
import type { Pages } from '../ui/usePages.ts';
import type { ProductChange } from './product.ts';

type Props = { pages: Pages<ProductChange>; onChanged: () => void; onConflict: (message: string) => void };

/** The changes of a product at the desk, newest first, each with Undo for a day. */
export function Changes({ pages, onChanged, onConflict }: Props) {
  const [busy, setBusy] = useState(false);
  const act = async (call: Promise<Outcome<{ message: string }>>) => {
    setBusy(true);
    const answer = await call;
    setBusy(false);
    if (!answer.ok) return onConflict(answer.message);
    toast({ message: answer.data.message });
    onChanged();
  };
  const one = api.desk['product-changes'][':id'];
  return (
    <TableList
      pages={pages}
      empty="Nothing has been changed at the desk so far."
      keyOf={({ id }) => id}
      columns={[
        ['When', ({ at }) => formatDayTime(at)],
        [
          'What',
          ({ did, undoes, undoneAt }) => (
            <>
              {did}
              {undoes && <span className="desk-second">This undid another change.</span>}
              {undoneAt !== null && <span className="desk-second">Undone {formatDayTime(undoneAt)}</span>}
            </>
          ),
        ],
        ['Who', ({ actor }) => actor ?? 'A former operator'],
        [
          'In content',
          ({ stateText, reason, commit }) => (
            <>
              {stateText}
              {commit && <span className="desk-second">Commit {commit.slice(0, 7)}</span>}
              {reason && <span className="desk-second">{reason}</span>}
            </>
          ),
        ],
        [
          'Steps',
          ({ id, did, canUndo, state }) => (
            <>
              {canUndo && (
                <RowButton
                  label={`Undo: ${did}`}
                  disabled={busy}
                  onClick={() => void act(send(one.undo.$post({ param: { id } })))}
                >
                  Undo
                </RowButton>
              )}
              {state === 'failed' && (
                <RowButton
                  label={`Try again: ${did}`}
                  disabled={busy}
                  onClick={() => void act(send(one.retry.$post({ param: { id } })))}
                >
                  Try again
                </RowButton>
              )}
            </>
          ),
          'steps',
        ],
      ]}
    />
  );
}
