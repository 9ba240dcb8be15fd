import { hashOf, type Route } from '#domain/desk/route.ts';
import { api, send } from '#lib/api.ts';
import { formatDayTime } from '#lib/dates.ts';
import { DeskList } from '../ui/DeskList.tsx';

/** Operators' actions, newest first. Entries cannot be changed. */
export default function Audit({ route }: { route: Route }) {
  return (
    <DeskList
      route={route}
      title="Audit"
      load={({ after }) => send(api.desk.audit.$get({ query: { after } }))}
      empty="No actions yet."
      columns={[
        ['When', ({ at }) => formatDayTime(at)],
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
  );
}
