import { goTo, hashOf, viewOf } from '#domain/desk/route.ts';
import { issueLabels } from '#domain/support/issue-names.ts';
import { ticketViews } from '#domain/support/views.ts';
import { api, send } from '#lib/api.ts';
import { formatDayTime } from '#lib/dates.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TableList } from '../ui/List.tsx';
import { usePages } from '../ui/usePages.ts';

const issues = new Map(issueLabels);

/** Tickets, newest first; by default the open ones. */
export function TicketList({ show }: { show: string | undefined }) {
  const view = viewOf(ticketViews, show);
  const pages = usePages(
    `tickets ${view}`,
    (after) => send(api.desk.tickets.$get({ query: { show: view, after } })),
    ({ tickets }) => tickets,
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
      <TableList
        pages={pages}
        empty={view === 'open' ? 'There are no open tickets.' : 'There are no tickets here.'}
        keyOf={({ _id }) => _id}
        columns={[
          ['When', ({ date }) => formatDayTime(date)],
          [
            'Subject',
            ({ _id, subject, reference }) => (
              <>
                <a href={hashOf({ screen: 'tickets', id: _id })}>{subject}</a>{' '}
                <span className="soft">{reference}</span>
              </>
            ),
          ],
          ['From', ({ name, email }) => (name ? `${name}, ${email}` : email)],
          ['About', ({ issueType }) => issues.get(issueType)],
          ['Status', ({ status, answers }) => stateOf(status, answers)],
        ]}
      />
    </>
  );
}

/** The state of a ticket: `To be answered`, `Open, 2 answers`, `Closed, 1 answer`. */
function stateOf(status: 'open' | 'closed', answers: number): string {
  if (status === 'open' && !answers) return 'To be answered';
  const count = answers === 1 ? '1 answer' : `${answers} answers`;
  return `${status === 'open' ? 'Open' : 'Closed'}, ${answers ? count : 'not answered'}`;
}
