import { useState } from 'react';
import { api, send } from '#lib/api.ts';
import { formatOrderDate } from '#lib/dates.ts';
import { goTo, type Place } from '../route.ts';
import { Ask } from '../ui/Ask.tsx';
import { Find } from '../ui/Find.tsx';
import { Head } from '../ui/Head.tsx';
import { List } from '../ui/List.tsx';
import { usePages } from '../ui/usePages.ts';

const inIndian = new Intl.NumberFormat('en-IN');

/** Who gets the newsletter and how many they are; an address can be found, and taken off. */
export default function Subscribers({ place: { params } }: { place: Place }) {
  const q = params.q ?? '';
  const [count, setCount] = useState<number>();
  const [leaving, setLeaving] = useState<string>();
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
          <strong>{inIndian.format(count)}</strong> {count === 1 ? 'address gets' : 'addresses get'} it.
        </p>
      )}
      <div className="desk-tools">
        <Find
          key={q}
          label="Address begins with"
          value={q}
          onFind={(beginning) => goTo({ screen: 'subscribers', params: { q: beginning } })}
        />
      </div>
      <List pages={pages} empty={q ? `No address begins with ${q}.` : 'Nobody has subscribed yet.'}>
        {(rows) => (
          <table className="desk-table">
            <Head columns={['Address', 'Since', { unseen: 'Take off' }]} />
            <tbody>
              {rows.map(({ email, date, left }) => (
                <tr key={email}>
                  <td data-label="Address">{email}</td>
                  <td data-label="Since">
                    {formatOrderDate(date)}
                    {left && <span className="soft">, left {formatOrderDate(left)}</span>}
                  </td>
                  <td className="desk-deed">
                    {!left && (
                      <button
                        type="button"
                        className="button quiet small"
                        aria-label={`Take off ${email}`}
                        onClick={() => setLeaving(email)}
                      >
                        Take off
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </List>
      {leaving && (
        <Ask
          title={`Take ${leaving} off?`}
          action="Take off"
          onSubmit={() => send(api.desk.subscribers.remove.$post({ json: { email: leaving } }))}
          onClose={() => setLeaving(undefined)}
          onDone={pages.reload}
          onStale={pages.reload}
        >
          <p>No more letters go there. Whoever owns it can subscribe again.</p>
        </Ask>
      )}
    </>
  );
}
