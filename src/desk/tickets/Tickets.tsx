import { hashOf, type Route } from '#domain/desk/route.ts';
import { issueLabels } from '#domain/support/issue-names.ts';
import { ticketViews } from '#domain/support/views.ts';
import { api, send } from '#lib/api.ts';
import { formatDayTime } from '#lib/dates.ts';
import { DeskList } from '../ui/DeskList.tsx';
import { Ticket } from './Ticket.tsx';
import './tickets.css';

const issues = new Map(issueLabels);

/** Tickets, newest first; by default the open ones. */
const TicketList = ({ route }: { route: Route }) => (
  <DeskList
    route={route}
    title="Tickets"
    views={{ param: 'show', options: ticketViews }}
    load={({ view: show, after }) => send(api.desk.tickets.$get({ query: { show, after } }))}
    empty={({ view }) => (view === 'open' ? 'There are no open tickets.' : 'There are no tickets here.')}
    columns={[
      ['When', ({ createdAt }) => formatDayTime(createdAt)],
      [
        'Subject',
        ({ id, subject, reference }) => (
          <>
            <a href={hashOf({ screen: 'tickets', id })}>{subject}</a>{' '}
            <span className="soft">{reference}</span>
          </>
        ),
      ],
      ['From', ({ name, email }) => (name ? `${name}, ${email}` : email)],
      ['About', ({ issueType }) => issues.get(issueType)],
      ['Status', ({ status, answers }) => stateOf(status, answers)],
    ]}
  />
);

/** The state of a ticket: `To be answered`, `Open, 2 answers`, `Closed, 1 answer`. */
function stateOf(status: 'open' | 'closed', answers: number): string {
  if (status === 'open' && !answers) return 'To be answered';
  const count = answers === 1 ? '1 answer' : `${answers} answers`;
  return `${status === 'open' ? 'Open' : 'Closed'}, ${answers ? count : 'not answered'}`;
}

/** The list of support tickets, or one ticket. */
export default function Tickets({ route }: { route: Route }) {
  return route.id ? <Ticket id={route.id} /> : <TicketList route={route} />;
}
