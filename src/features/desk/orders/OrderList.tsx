import { useState } from 'react';
import { api, send } from '#lib/api.ts';
import { toast } from '#ui/toast.ts';
import { inWords } from '../orders.ts';
import { hashOf } from '../route.ts';
import { Head } from '../ui/Head.tsx';
import { List } from '../ui/List.tsx';
import { asPage, usePages } from '../ui/usePages.ts';
import { change, changesOf, type Listed } from './calls.ts';
import { Filters, queryOf } from './Filters.tsx';
import { AskTracking } from './OrderDialogs.tsx';
import { OrderRow } from './OrderRow.tsx';

/** What has become of a row since the list was loaded. */
type Newer = Partial<Pick<Listed, 'status' | 'seen' | 'trackingId'>>;

/** Orders by what one knows of them, newest first; the next step of each can be done from here. */
export function OrderList({ params }: { params: Record<string, string> }) {
  const query = queryOf(params);
  const pages = usePages(JSON.stringify(query), async (after) =>
    asPage(await send(api.desk.orders.$get({ query: { ...query, after } })), ({ orders }) => orders),
  );
  const [newer, setNewer] = useState<Record<string, Newer>>({});
  const [tracking, setTracking] = useState<string>();
  const [busy, setBusy] = useState<string>();
  const patch = (id: string, row: Newer) => setNewer((all) => ({ ...all, [id]: { ...all[id], ...row } }));
  const current = (row: Listed): Listed =>
    (newer[row._id]?.seen ?? 0) > row.seen ? { ...row, ...newer[row._id] } : row;

  const pack = async ({ _id: orderId, seen, reference }: Listed) => {
    setBusy(orderId);
    const answer = await change.move({ orderId, seen }, { status: 'Packing' });
    setBusy(undefined);
    if (answer.ok) {
      patch(orderId, answer.data);
      toast({ message: `${reference} is being packed.` });
      return;
    }
    const meanwhile = changesOf(answer);
    if (meanwhile) patch(orderId, meanwhile);
    const last = meanwhile?.changes.at(-1);
    toast({ message: last ? `${answer.message} ${inWords(last)}.` : answer.message, kind: 'error' });
  };

  const asked = pages.rows.find(({ _id }) => _id === tracking);
  return (
    <>
      <div className="desk-orders-head">
        <h1>Orders</h1>
        <a className="button quiet small" href={hashOf({ screen: 'orders', id: 'slips' })}>
          Print slips
        </a>
      </div>
      <Filters params={params} />
      <List pages={pages} empty="No order matches. A name is found by its beginning, a phone by its digits.">
        {(rows) => (
          <table className="desk-table desk-orders">
            <Head
              columns={[
                'Order',
                'Customer',
                { number: 'Pieces' },
                { number: 'Total' },
                'Status',
                { unseen: 'Next step' },
              ]}
            />
            <tbody>
              {rows.map((row) => (
                <OrderRow
                  key={row._id}
                  order={current(row)}
                  busy={busy === row._id}
                  onPack={pack}
                  onTrack={setTracking}
                />
              ))}
            </tbody>
          </table>
        )}
      </List>
      {asked && (
        <AskTracking
          order={{ ...current(asked), orderId: asked._id }}
          onClose={() => setTracking(undefined)}
          onStale={(now) => patch(asked._id, now)}
          onDone={(now) => patch(asked._id, now)}
        />
      )}
    </>
  );
}
