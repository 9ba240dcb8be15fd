import { issueNames } from '#features/support/issues.ts';
import { api, send } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { goTo, hashOf, viewOf } from '../route.ts';
import { ticketViews } from '../tickets.ts';
import { Choice } from '../ui/Choice.tsx';
import { Head } from '../ui/Head.tsx';
import { List } from '../ui/List.tsx';
import { asPage, usePages } from '../ui/usePages.ts';

const issues = new Map(issueNames);

/** Tickets, newest first; the open ones, unless others are asked for. */
export function TicketList({ show }: { show: string | undefined }) {
  const view = viewOf(ticketViews, show);
  const pages = usePages(`tickets ${view}`, async (after) =>
    asPage(await send(api.desk.tickets.$get({ query: { show: view, after } })), ({ tickets }) => tickets),
  );
  return (
    <>
      <h1>Tickets</h1>
      <div className="desk-tools">
        <Choice
          label="Show"
          name="show"
          value={view}
          options={ticketViews}
          onChange={(next) => goTo({ screen: 'tickets', params: { show: next } })}
        />
      </div>
      <List
        pages={pages}
        empty={view === 'open' ? 'Every ticket is dealt with.' : 'There is no such ticket.'}
      >
        {(rows) => (
          <table className="desk-table">
            <Head columns={['When', 'Subject', 'From', 'About', 'State']} />
            <tbody>
              {rows.map(({ _id, date, subject, reference, name, email, issueType, status, answers }) => (
                <tr key={_id}>
                  <td data-label="When">{formatMoment(date)}</td>
                  <td data-label="Subject">
                    <span>
                      <a href={hashOf({ screen: 'tickets', id: _id })}>{subject}</a>{' '}
                      <span className="soft">{reference}</span>
                    </span>
                  </td>
                  <td data-label="From">{name ? `${name}, ${email}` : email}</td>
                  <td data-label="About">{issues.get(issueType)}</td>
                  <td data-label="State">{stateOf(status, answers)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </List>
    </>
  );
}

/** Whether somebody has to do something: `To be answered`, `Open, 2 answers`, `Closed`. */
function stateOf(status: 'open' | 'closed', answers: number): string {
  if (status === 'open' && !answers) return 'To be answered';
  const count = answers === 1 ? '1 answer' : `${answers} answers`;
  return `${status === 'open' ? 'Open' : 'Closed'}, ${answers ? count : 'not answered'}`;
}
