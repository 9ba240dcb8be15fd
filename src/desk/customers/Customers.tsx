import { countText, maxCounted } from '#domain/customers/customer.ts';
import { hashOf, type Route } from '#domain/desk/route.ts';
import { api, send } from '#lib/api.ts';
import { formatDay } from '#lib/dates.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { DeskList } from '../ui/DeskList.tsx';

/** Who has ordered, the newest order first, or whom a search finds. */
const CustomerList = ({ route }: { route: Route }) => (
  <DeskList
    route={route}
    title="Customers"
    load={({ q, after }) => send(api.desk.customers.$get({ query: { q, after } }))}
    search="Name, phone or email"
    above={({ answer }) =>
      route.params.q &&
      answer?.more && (
        <p className="notice">
          This fits too many customers, so that some are missing here. Add a word, or search for a phone
          number or an email address.
        </p>
      )
    }
    empty={({ q }) => (q ? 'No customer matches.' : 'Nobody has ordered yet.')}
    columns={[
      [
        'Customer',
        ({ id, name, email, guest }) => (
          <>
            <a href={hashOf({ screen: 'customers', id })}>{name || email}</a>
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
              <a href={hashOf({ screen: 'orders', id: newest.id })}>{newest.reference}</a>
              <span className="desk-second">{formatDay(newest.createdAt)}</span>
            </>
          ) : (
            <span className="soft">none</span>
          ),
      ],
    ]}
  />
);

const Customer = lazyComponent(() => import('./Customer.tsx'));

/** The list of customers, or one of them. */
export default function Customers({ route }: { route: Route }) {
  return route.id ? <Customer id={route.id} /> : <CustomerList route={route} />;
}
