import type { Route } from '#domain/desk/route.ts';
import { Ticket } from './Ticket.tsx';
import { TicketList } from './TicketList.tsx';
import './tickets.css';

/** The list of support tickets, or one ticket. */
export default function Tickets({ route }: { route: Route }) {
  return route.id ? <Ticket id={route.id} /> : <TicketList route={route} />;
}
