import { useState } from 'react';
import { api, type ResponseOf, send } from '#lib/api.ts';
import { formatDayTime } from '#lib/dates.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { TableList } from '../ui/List.tsx';
import { RowButton } from '../ui/Table.tsx';
import { usePages } from '../ui/usePages.ts';

type Email = ResponseOf<typeof api.desk.held.$get>['emails'][number];

/** Emails that were held: above a limit, or too old to be sent by themselves. */
export default function HeldEmails() {
  const [sending, setSending] = useState<Email>();
  const pages = usePages(
    'held',
    (after) => send(api.desk.held.$get({ query: { after } })),
    ({ emails }) => emails,
  );
  return (
    <>
      <h1>Held emails</h1>
      <p className="desk-text soft">
        Anybody can enter somebody else’s address, so the shop limits these emails: links, receipts of
        messages, and emails about orders that were not placed from the confirmed account of the address.
        Emails over the limit are held here, and sent automatically within two days. An email that could not
        be sent for three days stays here. The text of an email with a link is not stored; the recipient can
        request a new link.
      </p>
      <TableList
        pages={pages}
        empty="No email is held."
        keyOf={({ _id }) => _id}
        columns={[
          ['Recipient', ({ recipient }) => recipient],
          ['Email', ({ kind }) => kind],
          ['Held since', ({ date }) => formatDayTime(date)],
          [
            'Why',
            ({ reason, sentByItself }) => (
              <span className="desk-text">
                {sentByItself ? `${reason} It will be sent automatically later.` : reason}
              </span>
            ),
          ],
          [
            'Send',
            (email) =>
              email.sendable && (
                <RowButton
                  label={`Send anyway: ${email.kind}, to ${email.recipient}`}
                  onClick={() => setSending(email)}
                >
                  Send anyway
                </RowButton>
              ),
            'action',
          ],
        ]}
      />
      {sending && (
        <FormDialog
          title="Send this email anyway?"
          action="Send anyway"
          onSubmit={() => send(api.desk.held[':id'].send.$post({ param: { id: sending._id } }))}
          onClose={() => setSending(undefined)}
          onChanged={pages.reload}
        >
          <p className="desk-text">
            “{sending.kind}” is sent to {sending.recipient} immediately.
          </p>
        </FormDialog>
      )}
    </>
  );
}
