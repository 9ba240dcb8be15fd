import { countText, maxCounted } from '#domain/customers/customer.ts';
import { goTo, hashOf } from '#domain/desk/route.ts';
import { api, send } from '#lib/api.ts';
import { formatDay } from '#lib/dates.ts';
import { TableList } from '../ui/List.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { usePages } from '../ui/usePages.ts';

/** Who has ordered, the newest order first, or whom a search finds. @param q the search */
export function CustomerList({ q }: { q: string }) {
  const pages = usePages(
    `customers ${q}`,
    (after) => send(api.desk.customers.$get({ query: { q, after } })),
    ({ customers }) => customers,
  );
  return (
    <>
      <h1>Customers</h1>
      <SearchField
        key={q}
        label="Name, phone or email"
        value={q}
        onSearch={(text) => goTo({ screen: 'customers', params: { q: text } })}
      />
      {q && pages.answer?.more && (
        <p className="notice">
          This fits too many customers, so that some are missing here. Add a word, or search for a phone
          number or an email address.
        </p>
      )}
      <TableList
        pages={pages}
        empty={q ? 'No customer matches.' : 'Nobody has ordered yet.'}
        keyOf={({ _id }) => _id}
        columns={[
          [
            'Customer',
            ({ _id, name, email, guest }) => (
              <>
                <a href={hashOf({ screen: 'customers', id: _id })}>{name || email}</a>
                <span className="desk-second">{guest ? 'Guest' : 'Account'}</span>
              </>
            ),
          ],
          ['Email', ({ email }) => email],
          ['Phone', ({ phone }) => phone],
          ['Orders', ({ orders }) => countText(orders, maxCounted), 'number'],
          [
            'Newest order',
            ({ newest }) =>
              newest ? (
                <>
                  <a href={hashOf({ screen: 'orders', id: newest._id })}>{newest.reference}</a>
                  <span className="desk-second">{formatDay(newest.date)}</span>
                </>
              ) : (
                <span className="soft">none</span>
              ),
          ],
        ]}
      />
    </>
  );
}
