import type { Place } from '../route.ts';
import { Ticket } from './Ticket.tsx';
import { TicketList } from './TicketList.tsx';
import './tickets.css';

/** What shoppers ask for help with: the list, or one ticket. */
export default function Tickets({ place }: { place: Place }) {
  return place.id ? <Ticket id={place.id} /> : <TicketList show={place.params.show} />;
}
