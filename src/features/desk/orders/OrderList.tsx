import { useState } from 'react';
import { api, send } from '#lib/api.ts';
import { toast } from '#ui/toast.dom.ts';
import { hashOf } from '../route.ts';
import { List } from '../ui/List.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { asPage, usePages } from '../ui/usePages.ts';
import { TrackingDialog } from './OrderDialogs.tsx';
import { OrderFilters, parseFilters } from './OrderFilters.tsx';
import { OrderRow } from './OrderRow.tsx';
import { eventLabel } from './order-rules.ts';
import { changeOrder, changesSince, type ListedOrder } from './orders.api.ts';

/** Changes of a row since the list was loaded. */
type Newer = Partial<Pick<ListedOrder, 'status' | 'seen' | 'trackingId'>>;

/** Orders by filters, newest first, with the next action of each. */
export function OrderList({ params }: { params: Record<string, string> }) {
  const query = parseFilters(params);
  const pages = usePages(JSON.stringify(query), async (after) =>
    asPage(await send(api.desk.orders.$get({ query: { ...query, after } })), ({ orders }) => orders),
  );
  const [newer, setNewer] = useState<Record<string, Newer>>({});
  const [tracking, setTracking] = useState<string>();
  const [busy, setBusy] = useState<string>();
  const patch = (id: string, row: Newer) => setNewer((all) => ({ ...all, [id]: { ...all[id], ...row } }));
  const current = (row: ListedOrder): ListedOrder =>
    (newer[row._id]?.seen ?? 0) > row.seen ? { ...row, ...newer[row._id] } : row;

  const pack = async ({ _id: orderId, seen, reference }: ListedOrder) => {
    setBusy(orderId);
    const answer = await changeOrder.move({ orderId, seen }, { status: 'Packing' });
    setBusy(undefined);
    if (answer.ok) {
      patch(orderId, answer.data);
      toast({ message: `${reference} is being packed.` });
      return;
    }
    const meanwhile = changesSince(answer);
    if (meanwhile) patch(orderId, meanwhile);
    const last = meanwhile?.changes.at(-1);
    toast({ message: last ? `${answer.message} ${eventLabel(last)}.` : answer.message, kind: 'error' });
  };

  const tracked = pages.rows.find(({ _id }) => _id === tracking);
  return (
    <>
      <div className="desk-orders-head">
        <h1>Orders</h1>
        <a className="button quiet small" href={hashOf({ screen: 'orders', id: 'slips' })}>
          Print packing slips
        </a>
      </div>
      <OrderFilters params={params} />
      <List
        pages={pages}
        empty="No order matches. Search by the beginning of a name or the digits of a phone number."
      >
        {(rows) => (
          <table className="desk-table desk-orders">
            <TableHead
              columns={[
                'Order',
                'Customer',
                { number: 'Pieces' },
                { number: 'Total' },
                'Status',
                { visuallyHidden: 'Next step' },
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
      {tracked && (
        <TrackingDialog
          order={{ ...current(tracked), orderId: tracked._id }}
          onClose={() => setTracking(undefined)}
          onStale={(now) => patch(tracked._id, now)}
          onDone={(now) => patch(tracked._id, now)}
        />
      )}
    </>
  );
}
