import { useState } from 'react';
import { api, type ResponseOf, send } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { List } from '../ui/List.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { asPage, usePages } from '../ui/usePages.ts';

type Email = ResponseOf<typeof api.desk.held.$get>['emails'][number];

/** Emails that were held because their recipient had received too many. */
export default function HeldEmails() {
  const [sending, setSending] = useState<Email>();
  const pages = usePages('held', async (after) =>
    asPage(await send(api.desk.held.$get({ query: { after } })), ({ emails }) => emails),
  );
  return (
    <>
      <h1>Held emails</h1>
      <p className="desk-text soft">
        The shop limits the emails that a stranger can cause to an address: links, receipts of messages, and
        emails about orders that its own confirmed account did not place. Emails beyond the limit are held
        here. The text of an email with a link is not stored; the recipient can request a new link.
      </p>
      <List pages={pages} empty="No email is held.">
        {(rows) => (
          <table className="desk-table">
            <TableHead columns={['Recipient', 'Email', 'Held since', { visuallyHidden: 'Send' }]} />
            <tbody>
              {rows.map((email) => (
                <tr key={email._id}>
                  <td data-label="Recipient">{email.recipient}</td>
                  <td data-label="Email">{email.kind}</td>
                  <td data-label="Held since">{formatMoment(email.date)}</td>
                  <td className="desk-action">
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
        <FormDialog
          title="Send this email anyway?"
          action="Send anyway"
          onSubmit={() => send(api.desk.held[':id'].send.$post({ param: { id: sending._id } }))}
          onClose={() => setSending(undefined)}
          onDone={pages.reload}
          onStale={pages.reload}
        >
          <p className="desk-text">
            “{sending.kind}” is sent to {sending.recipient} immediately.
          </p>
        </FormDialog>
      )}
    </>
  );
}
