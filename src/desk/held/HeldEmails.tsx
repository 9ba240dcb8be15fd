import type { Route } from '#domain/desk/route.ts';
import { api, send } from '#lib/api.ts';
import { formatDayTime } from '#lib/dates.ts';
import { ActionDialog } from '../ui/ActionDialog.tsx';
import { DeskList } from '../ui/DeskList.tsx';

/** Emails that were held: above a limit, or too old to be sent by themselves. */
export default function HeldEmails({ route }: { route: Route }) {
  return (
    <DeskList
      route={route}
      title="Held emails"
      load={({ after }) => send(api.desk.held.$get({ query: { after } }))}
      intro={() => (
        <p className="desk-text soft">
          Anybody can enter somebody else’s address, so the shop limits these emails: links, receipts of
          messages, and emails about orders that were not placed from the confirmed account of the address.
          Emails over the limit are held here, and sent automatically within two days. An email that could not
          be sent for three days stays here. The text of an email with a link is not stored; the recipient can
          request a new link.
        </p>
      )}
      empty="No email is held."
      columns={[
        ['Recipient', ({ recipient }) => recipient],
        ['Email', ({ kind }) => kind],
        ['Held since', ({ at }) => formatDayTime(at)],
        [
          'Why',
          ({ reason, sentByItself }) => (
            <span className="desk-text">
              {sentByItself ? `${reason} It will be sent automatically later.` : reason}
            </span>
          ),
        ],
      ]}
      actions={[
        {
          label: 'Send anyway',
          name: ({ kind, recipient }) => `Send anyway: ${kind}, to ${recipient}`,
          when: ({ sendable }) => sendable,
          dialog: ({ id, kind, recipient }, ends) => (
            <ActionDialog
              {...ends}
              title="Send this email anyway?"
              action="Send anyway"
              call={api.desk.held[':id'].send.$post}
              input={{ param: { id } }}
            >
              <p className="desk-text">
                “{kind}” is sent to {recipient} immediately.
              </p>
            </ActionDialog>
          ),
        },
      ]}
    />
  );
}
