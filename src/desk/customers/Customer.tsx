import { type ReactNode, useState } from 'react';
import { maxCustomerOrders } from '#domain/customers/customer.ts';
import { hashOf } from '#domain/desk/route.ts';
import { api, send } from '#lib/api.ts';
import { formatDay } from '#lib/dates.ts';
import { formatPrice } from '#lib/money.ts';
import { Fact } from '#ui/Fact.tsx';
import { useLoad } from '#ui/useLoad.ts';
import type { CustomerPage } from '../answers.ts';
import { LoadState } from '../ui/LoadState.tsx';
import { OrderRows } from '../ui/OrderRows.tsx';
import { EraseDialog, ExportDialog } from './DataDialogs.tsx';
import { Notes } from './Notes.tsx';
import './customers.css';

/** An account, or the guests with an email address. */
export default function Customer({ id }: { id: string }) {
  const loading = useLoad(id, () => send(api.desk.customers[':id'].$get({ param: { id } })));
  return (
    <>
      <p>
        <a href={hashOf({ screen: 'customers' })}>← Customers</a>
      </p>
      <LoadState of={loading} title="Customer">
        {(page) => <Ready page={page} onChanged={loading.reload} />}
      </LoadState>
    </>
  );
}

function Ready({ page, onChanged }: { page: CustomerPage; onChanged: () => void }) {
  const { customer } = page;
  return (
    <article className="desk-customer stack gap-5">
      <header className="cluster">
        <h1>{customer.name || customer.email}</h1>
        <span className="badge">{customer.guest ? 'Guest' : customer.operator ? 'Operator' : 'Account'}</span>
      </header>
      <div className="stack">
        <Orders page={page} />
        <Notes page={page} onChanged={onChanged} />
      </div>
      <div className="stack">
        <Contact page={page} />
        <Consents page={page} />
        <Links
          title="From our earlier shop"
          rows={page.pastOrders}
          line={({ number, at, total, status, items }) => (
            <>
              <strong>{number}</strong> {formatDay(at)}, {total}
              {status && `, ${status}`}
              <span className="desk-second">{items.join(', ')}</span>
            </>
          )}
        />
        <Links
          title="Returns"
          rows={page.returns}
          line={({ reference, status, at, orderId }) => (
            <>
              <a href={hashOf({ screen: 'orders', id: orderId })}>{reference}</a> {status}, {formatDay(at)}
            </>
          )}
        />
        <Links
          title="Tickets"
          rows={page.tickets}
          hint="Anybody can enter this address in the contact form."
          line={({ id, subject, status, at }) => (
            <>
              <a href={hashOf({ screen: 'tickets', id })}>{subject}</a>{' '}
              {status === 'open' ? 'Open' : 'Closed'}, {formatDay(at)}
            </>
          )}
        />
        <Links
          title="Reviews"
          rows={page.reviews}
          line={({ product, rating, title, hidden, at }) => (
            <>
              {product.name}: {rating} of 5{title && `, “${title}”`}
              <span className="desk-second">
                {formatDay(at)}
                {hidden && ', hidden'}
              </span>
            </>
          )}
        />
        <PersonalData page={page} />
      </div>
    </article>
  );
}

function Orders({ page: { orders, exchanges, hasOlder, paid } }: { page: CustomerPage }) {
  const sales = orders.length - exchanges;
  const count = `${sales === 1 ? '1 order' : `${sales} orders`}${exchanges ? ` and ${exchanges === 1 ? '1 exchange' : `${exchanges} exchanges`}` : ''}`;
  return (
    <section className="panel stack gap-3">
      <h2>Orders</h2>
      {orders.length ? (
        <>
          <p>
            <strong>{hasOlder ? `The newest ${maxCustomerOrders} orders` : count}</strong>,{' '}
            {formatPrice(paid)} paid less refunds
          </p>
          <OrderRows orders={orders} className="desk-customer-rows" />
        </>
      ) : (
        <p className="soft">No orders.</p>
      )}
    </section>
  );
}

function Contact({ page: { customer } }: { page: CustomerPage }) {
  const { email, phone, guest, createdAt, verified, also } = customer;
  return (
    <section className="panel desk-facts stack gap-3">
      <h2>Contact</h2>
      <dl className="stack gap-2">
        <Fact name="Email">
          <a href={`mailto:${email}`}>{email}</a>
          {!guest && <span className="desk-second">{verified ? 'Confirmed' : 'Not confirmed'}</span>}
        </Fact>
        {phone && (
          <Fact name="Phone">
            <a href={`tel:+91${phone}`}>+91 {phone}</a>
          </Fact>
        )}
        <Fact name={guest ? 'Guest since' : 'Account since'}>{formatDay(createdAt)}</Fact>
      </dl>
      {also && (
        <p>
          <a href={hashOf({ screen: 'customers', id: also })}>
            {guest ? 'The account with this address' : 'Orders as a guest with this address'}
          </a>
          <span className="desk-second">
            It may be somebody else: anybody can order with any email address.
          </span>
        </p>
      )}
    </section>
  );
}

/** What the address gets besides emails about orders. */
function Consents({ page: { newsletter, notAskedSince } }: { page: CustomerPage }) {
  return (
    <section className="panel desk-facts stack gap-3">
      <h2>Consents</h2>
      <dl className="stack gap-2">
        <Fact name="Newsletter">{newsletterText(newsletter)}</Fact>
        <Fact name="Review emails">
          {notAskedSince ? `Not wanted, since ${formatDay(notAskedSince)}` : 'Not refused'}
        </Fact>
      </dl>
    </section>
  );
}

function newsletterText(newsletter: CustomerPage['newsletter']): string {
  if (!newsletter) return 'Never subscribed';
  if (newsletter.left) return `Unsubscribed ${formatDay(newsletter.left)}`;
  if (newsletter.waits) return 'Asked to confirm, not confirmed';
  return `Subscribed ${formatDay(newsletter.since)}`;
}

type LinksProps<T> = { title: string; rows: readonly T[]; hint?: string; line: (row: T) => ReactNode };

/** The newest rows of one kind; nothing if there are none. */
function Links<T extends { id: string }>({ title, rows, hint, line }: LinksProps<T>) {
  if (!rows.length) return null;
  return (
    <section className="panel stack gap-3">
      <h2>{title}</h2>
      <ul className="desk-customer-rows">
        {rows.map((row) => (
          <li key={row.id}>{line(row)}</li>
        ))}
      </ul>
      {hint && <p className="soft small">{hint}</p>}
    </section>
  );
}

/** Exporting and erasing, each in a dialog. */
function PersonalData({ page: { customer } }: { page: CustomerPage }) {
  const [open, setOpen] = useState<'export' | 'erase'>();
  const close = () => setOpen(undefined);
  return (
    <section className="panel stack gap-3">
      <h2>Personal data</h2>
      <p className="soft">For a customer who asks for a copy, or wants to be forgotten.</p>
      <div className="cluster gap-3">
        <button type="button" className="button quiet small" onClick={() => setOpen('export')}>
          Export data
        </button>
        {!customer.operator && (
          <button type="button" className="button quiet small" onClick={() => setOpen('erase')}>
            Erase data
          </button>
        )}
      </div>
      {open === 'export' && <ExportDialog customer={customer} onClose={close} />}
      {open === 'erase' && <EraseDialog customer={customer} onClose={close} />}
    </section>
  );
}
