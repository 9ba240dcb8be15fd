import { hashOf } from '#domain/desk/route.ts';
import { api, send } from '#lib/api.ts';
import { formatDayTime } from '#lib/dates.ts';
import { TableList } from '../ui/List.tsx';
import { usePages } from '../ui/usePages.ts';

/** Operators' actions, newest first. Entries cannot be changed. */
export default function Audit() {
  const pages = usePages(
    'audit',
    (after) => send(api.desk.audit.$get({ query: { after } })),
    ({ entries }) => entries,
  );
  return (
    <>
      <h1>Audit</h1>
      <TableList
        pages={pages}
        empty="No actions yet."
        keyOf={({ _id }) => _id}
        columns={[
          ['When', ({ date }) => formatDayTime(date)],
          ['Who', ({ actor }) => actor],
          ['What', ({ did }) => did],
          [
            'About',
            ({ about, orderId, detail }) => (
              <>
                {orderId ? <a href={hashOf({ screen: 'orders', id: orderId })}>{about}</a> : about}
                {detail && <span className="soft"> {detail}</span>}
              </>
            ),
          ],
        ]}
      />
    </>
  );
}
