import { useState } from 'react';
import { api, send } from '#lib/api.ts';
import { formatOrderDate } from '#lib/dates.ts';
import { goTo, type Route } from '../route.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { List } from '../ui/List.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { usePages } from '../ui/usePages.ts';

const inIndian = new Intl.NumberFormat('en-IN');

/** Newsletter subscribers and their number; operators can search and unsubscribe an address. */
export default function Subscribers({ route: { params } }: { route: Route }) {
  const q = params.q ?? '';
  const [count, setCount] = useState<number>();
  const [unsubscribing, setUnsubscribing] = useState<string>();
  const pages = usePages(`subscribers ${q}`, async (after) => {
    const answer = await send(api.desk.subscribers.$get({ query: { q, after } }));
    if (!answer.ok) return answer;
    setCount(answer.data.count);
    return { ok: true, data: { rows: answer.data.subscribers, next: answer.data.next } };
  });
  return (
    <>
      <h1>Newsletter</h1>
      {count !== undefined && (
        <p>
          <strong>{inIndian.format(count)}</strong> {count === 1 ? 'address gets' : 'addresses get'} the
          newsletter.
        </p>
      )}
      <div className="desk-tools">
        <SearchField
          key={q}
          label="Address begins with"
          value={q}
          onSearch={(beginning) => goTo({ screen: 'subscribers', params: { q: beginning } })}
        />
      </div>
      <List pages={pages} empty={q ? `No address begins with ${q}.` : 'Nobody has subscribed yet.'}>
        {(rows) => (
          <table className="desk-table">
            <TableHead columns={['Address', 'Since', { visuallyHidden: 'Unsubscribe' }]} />
            <tbody>
              {rows.map(({ email, date, left }) => (
                <tr key={email}>
                  <td data-label="Address">{email}</td>
                  <td data-label="Since">
                    {formatOrderDate(date)}
                    {left && <span className="soft">, unsubscribed {formatOrderDate(left)}</span>}
                  </td>
                  <td className="desk-action">
                    {!left && (
                      <button
                        type="button"
                        className="button quiet small"
                        aria-label={`Unsubscribe ${email}`}
                        onClick={() => setUnsubscribing(email)}
                      >
                        Unsubscribe
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </List>
      {unsubscribing && (
        <FormDialog
          title={`Unsubscribe ${unsubscribing}?`}
          action="Unsubscribe"
          onSubmit={() => send(api.desk.subscribers.remove.$post({ json: { email: unsubscribing } }))}
          onClose={() => setUnsubscribing(undefined)}
          onDone={pages.reload}
          onStale={pages.reload}
        >
          <p>This address gets no more newsletters. Its owner can subscribe again.</p>
        </FormDialog>
      )}
    </>
  );
}
