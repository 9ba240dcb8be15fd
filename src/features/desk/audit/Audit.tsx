import { api, send } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { List } from '../parts/List.tsx';
import { usePages } from '../parts/usePages.ts';
import { hashOf } from '../route.ts';

/** What operators did, newest first. Nothing in this list can be changed. */
export default function Audit() {
  const pages = usePages('audit', async (after) => {
    const answer = await send(api.desk.audit.$get({ query: { after } }));
    return answer.ok ? { ok: true, data: { rows: answer.data.entries, next: answer.data.next } } : answer;
  });
  return (
    <>
      <h1>Audit</h1>
      <List pages={pages} empty="Nothing has been done here yet.">
        {(rows) => (
          <table className="desk-table">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Who</th>
                <th scope="col">What</th>
                <th scope="col">About</th>
              </tr>
            </thead>
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
