import { useState } from 'react';
import { hashOf } from '#domain/desk/route.ts';
import { issueLabels } from '#domain/support/issue-names.ts';
import { api, send } from '#lib/api.ts';
import { formatDayTime } from '#lib/dates.ts';
import type { Failure } from '#lib/outcome.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useLoad } from '#ui/useLoad.ts';
import type { DeskTicket, Moved, TicketCustomer, TicketOrder } from '../answers.ts';
import { LoadState } from '../ui/LoadState.tsx';
import { OrderRows } from '../ui/OrderRows.tsx';
import { AnswerForm } from './AnswerForm.tsx';

const issues = new Map(issueLabels);

/** A ticket with its answers and the customer's orders. A refused answer shows the answer of the other operator. */
export function Ticket({ id }: { id: string }) {
  const loading = useLoad(id, () => send(api.desk.tickets[':id'].$get({ param: { id } })));
  const [now, setNow] = useState<DeskTicket>();
  const [refused, setRefused] = useState<Failure>();

  /** @returns whether it succeeded */
  const move = async (call: (ticket: DeskTicket) => Promise<Moved>, ticket: DeskTicket): Promise<boolean> => {
    const answer = await call(ticket);
    setRefused(answer.ok ? undefined : answer);
    if (answer.ok) toast({ message: answer.data.message });
    const newer = answer.ok ? answer.data.ticket : answer.code === 'changed' && answer.body.ticket;
    if (newer) setNow(newer as DeskTicket);
    return answer.ok;
  };

  return (
    <>
      <p>
        <a href={hashOf({ screen: 'tickets' })}>← Tickets</a>
      </p>
      <LoadState of={loading}>
        {({ ticket: loaded, orders, customers }) => {
          const ticket = now ?? loaded;
          return (
            <div className="desk-ticket stack gap-5">
              <Thread ticket={ticket} />
              {refused && (
                <p className="notice error desk-text" role="alert">
                  {refused.message}
                </p>
              )}
              <AnswerForm key={ticket.status} ticket={ticket} onMove={(call) => move(call, ticket)} />
              <CustomerOrders orders={orders} customers={customers} email={ticket.email} />
            </div>
          );
        }}
      </LoadState>
    </>
  );
}

function Thread({ ticket }: { ticket: DeskTicket }) {
  const { subject, reference, status, issueType, name, email, createdAt, message, answers } = ticket;
  return (
    <article>
      <h1>{subject}</h1>
      <p className="desk-ticket-head soft cluster">
        <span>{reference}</span>
        <StatusBadge tone={status === 'open' ? 'pending' : 'done'}>
          {status === 'open' ? 'Open' : 'Closed'}
        </StatusBadge>
        <span>{issues.get(issueType)}</span>
      </p>
      <ol className="desk-thread stack gap-3">
        <li>
          <p className="soft">
            {name ? `${name}, ${email}` : email}, {formatDayTime(createdAt)}
          </p>
          <p className="desk-text">{message}</p>
        </li>
        {answers.map((answer) => (
          <li key={answer.id} data-ours>
            <p className="soft">
              {answer.actor}, {formatDayTime(answer.at)}
            </p>
            <p className="desk-text">{answer.message}</p>
          </li>
        ))}
      </ol>
    </article>
  );
}

/** The customers and the newest orders of the ticket's email address. */
function CustomerOrders({
  orders,
  customers,
  email,
}: {
  orders: readonly TicketOrder[];
  customers: readonly TicketCustomer[];
  email: string;
}) {
  return (
    <aside>
      <h2>Orders with this address</h2>
      {customers.length > 0 && (
        <p className="cluster">
          {customers.map(({ id, guest }) => (
            <a key={id} href={hashOf({ screen: 'customers', id })}>
              {guest ? 'Guest' : 'Account'} with this address
            </a>
          ))}
        </p>
      )}
      {orders.length ? (
        <>
          <OrderRows orders={orders} className="desk-orders-of" />
          <p className="soft small">
            Anybody can enter this address in the contact form. Only its owner receives the answer.
          </p>
        </>
      ) : (
        <p className="soft">No order was placed with {email}.</p>
      )}
    </aside>
  );
}
