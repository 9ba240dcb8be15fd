import { api, send } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { hashOf } from '../route.ts';
import { List } from '../ui/List.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { asPage, usePages } from '../ui/usePages.ts';

/** Operators' actions, newest first. Entries cannot be changed. */
export default function Audit() {
  const pages = usePages('audit', async (after) =>
    asPage(await send(api.desk.audit.$get({ query: { after } })), ({ entries }) => entries),
  );
  return (
    <>
      <h1>Audit</h1>
      <List pages={pages} empty="No actions yet.">
        {(rows) => (
          <table className="desk-table">
            <TableHead columns={['When', 'Who', 'What', 'About']} />
            <tbody>
              {rows.map(({ _id, date, actor, did, about, orderId, detail }) => (
                <tr key={_id}>
                  <td data-label="When">{formatMoment(date)}</td>
                  <td data-label="Who">{actor}</td>
                  <td data-label="What">{did}</td>
                  <td data-label="About">
                    <span>
                      {orderId ? <a href={hashOf({ screen: 'orders', id: orderId })}>{about}</a> : about}
                      {detail && <span className="soft"> {detail}</span>}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </List>
    </>
  );
}
