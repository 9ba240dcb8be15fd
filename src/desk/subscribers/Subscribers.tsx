import { useState } from 'react';
import { goTo, type Route } from '#domain/desk/route.ts';
import { api, send } from '#lib/api.ts';
import { formatDay } from '#lib/dates.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { TableList } from '../ui/List.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { RowButton } from '../ui/Table.tsx';
import { usePages } from '../ui/usePages.ts';

const inIndian = new Intl.NumberFormat('en-IN');

/** Newsletter subscribers and their number; operators can search and unsubscribe an address. */
export default function Subscribers({ route: { params } }: { route: Route }) {
  const q = params.q ?? '';
  const [unsubscribing, setUnsubscribing] = useState<string>();
  const pages = usePages(
    `subscribers ${q}`,
    (after) => send(api.desk.subscribers.$get({ query: { q, after } })),
    ({ subscribers }) => subscribers,
  );
  const count = pages.answer?.count;
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
      <TableList
        pages={pages}
        empty={q ? `No address begins with ${q}.` : 'Nobody has subscribed yet.'}
        keyOf={({ email }) => email}
        columns={[
          ['Address', ({ email }) => email],
          [
            'Since',
            ({ date, left }) => (
              <>
                {formatDay(date)}
                {left && <span className="soft">, unsubscribed {formatDay(left)}</span>}
              </>
            ),
          ],
          [
            'Unsubscribe',
            ({ email, left }) =>
              !left && (
                <RowButton label={`Unsubscribe ${email}`} onClick={() => setUnsubscribing(email)}>
                  Unsubscribe
                </RowButton>
              ),
            'action',
          ],
        ]}
      />
      {unsubscribing && (
        <FormDialog
          title={`Unsubscribe ${unsubscribing}?`}
          action="Unsubscribe"
          onSubmit={() => send(api.desk.subscribers.remove.$post({ json: { email: unsubscribing } }))}
          onClose={() => setUnsubscribing(undefined)}
          onChanged={pages.reload}
        >
          <p>This address gets no more newsletters. Its owner can subscribe again.</p>
        </FormDialog>
      )}
    </>
  );
}
