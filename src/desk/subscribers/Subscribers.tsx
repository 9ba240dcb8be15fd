import type { Route } from '#domain/desk/route.ts';
import { api, send } from '#lib/api.ts';
import { formatDay } from '#lib/dates.ts';
import { ActionDialog } from '../ui/ActionDialog.tsx';
import { DeskList } from '../ui/DeskList.tsx';

const inIndian = new Intl.NumberFormat('en-IN');

/** Newsletter subscribers and their number; operators can search and unsubscribe an address. */
export default function Subscribers({ route }: { route: Route }) {
  return (
    <DeskList
      route={route}
      title="Newsletter"
      load={({ q, after }) => send(api.desk.subscribers.$get({ query: { q, after } }))}
      intro={(answer) =>
        answer && (
          <p>
            <strong>{inIndian.format(answer.count)}</strong>{' '}
            {answer.count === 1 ? 'address gets' : 'addresses get'} the newsletter.
          </p>
        )
      }
      search="Address begins with"
      empty={({ q }) => (q ? `No address begins with ${q}.` : 'Nobody has subscribed yet.')}
      keyOf={({ email }) => email}
      columns={[
        ['Address', ({ email }) => email],
        [
          'Since',
          ({ createdAt, unsubscribedAt }) => (
            <>
              {formatDay(createdAt)}
              {unsubscribedAt && <span className="soft">, unsubscribed {formatDay(unsubscribedAt)}</span>}
            </>
          ),
        ],
      ]}
      actions={[
        {
          label: 'Unsubscribe',
          name: ({ email }) => `Unsubscribe ${email}`,
          when: ({ unsubscribedAt }) => unsubscribedAt === null,
          dialog: ({ email }, ends) => (
            <ActionDialog
              {...ends}
              title={`Unsubscribe ${email}?`}
              action="Unsubscribe"
              call={api.desk.subscribers.remove.$post}
              input={{ json: { email } }}
            >
              <p>This address gets no more newsletters. Its owner can subscribe again.</p>
            </ActionDialog>
          ),
        },
      ]}
    />
  );
}
