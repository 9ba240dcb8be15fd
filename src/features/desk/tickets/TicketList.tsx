import { issueLabels } from '#features/support/issue-names.ts';
import { api, send } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { goTo, hashOf, viewOf } from '../route.ts';
import { List } from '../ui/List.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { asPage, usePages } from '../ui/usePages.ts';
import { ticketViews } from './views.ts';

const issues = new Map(issueLabels);

/** Tickets, newest first; by default the open ones. */
export function TicketList({ show }: { show: string | undefined }) {
  const view = viewOf(ticketViews, show);
  const pages = usePages(`tickets ${view}`, async (after) =>
    asPage(await send(api.desk.tickets.$get({ query: { show: view, after } })), ({ tickets }) => tickets),
  );
  return (
    <>
      <h1>Tickets</h1>
      <div className="desk-tools">
        <SelectField
          label="Show"
          name="show"
          value={view}
          options={ticketViews}
          onChange={(next) => goTo({ screen: 'tickets', params: { show: next } })}
        />
      </div>
      <List
        pages={pages}
        empty={view === 'open' ? 'There are no open tickets.' : 'There are no tickets here.'}
      >
        {(rows) => (
          <table className="desk-table">
            <TableHead columns={['When', 'Subject', 'From', 'About', 'State']} />
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

/** The state of a ticket: `To be answered`, `Open, 2 answers`, `Closed, 1 answer`. */
function stateOf(status: 'open' | 'closed', answers: number): string {
  if (status === 'open' && !answers) return 'To be answered';
  const count = answers === 1 ? '1 answer' : `${answers} answers`;
  return `${status === 'open' ? 'Open' : 'Closed'}, ${answers ? count : 'not answered'}`;
}
