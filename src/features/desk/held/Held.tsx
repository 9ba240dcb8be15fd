import { useState } from 'react';
import { type AnswerOf, api, send } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { Ask } from '../ui/Ask.tsx';
import { Head } from '../ui/Head.tsx';
import { List } from '../ui/List.tsx';
import { asPage, usePages } from '../ui/usePages.ts';

type Email = AnswerOf<typeof api.desk.held.$get>['emails'][number];

/** Emails that were not sent, since their recipient had had as many as strangers may cause. */
export default function Held() {
  const [sending, setSending] = useState<Email>();
  const pages = usePages('held', async (after) =>
    asPage(await send(api.desk.held.$get({ query: { after } })), ({ emails }) => emails),
  );
  return (
    <>
      <h1>Held emails</h1>
      <p className="desk-words soft">
        An address is sent few emails that a stranger can cause: links, receipts of messages, and emails about
        orders that its own confirmed account did not place. The others are held here. Those with a link are
        not kept: their reader asks for a new one.
      </p>
      <List pages={pages} empty="No email is held.">
        {(rows) => (
          <table className="desk-table">
            <Head columns={['Recipient', 'Email', 'Held since', { unseen: 'Send' }]} />
            <tbody>
              {rows.map((email) => (
                <tr key={email._id}>
                  <td data-label="Recipient">{email.recipient}</td>
                  <td data-label="Email">{email.kind}</td>
                  <td data-label="Held since">{formatMoment(email.date)}</td>
                  <td className="desk-deed">
                    {email.sendable && (
                      <button
                        type="button"
                        className="button quiet small"
                        aria-label={`Send anyway: ${email.kind}, to ${email.recipient}`}
                        onClick={() => setSending(email)}
                      >
                        Send anyway
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </List>
      {sending && (
        <Ask
          title="Send this email anyway?"
          action="Send anyway"
          onSubmit={() => send(api.desk.held[':id'].send.$post({ param: { id: sending._id } }))}
          onClose={() => setSending(undefined)}
          onDone={pages.reload}
          onStale={pages.reload}
        >
          <p className="desk-words">
            “{sending.kind}” leaves at once, to {sending.recipient}.
          </p>
        </Ask>
      )}
    </>
  );
}
