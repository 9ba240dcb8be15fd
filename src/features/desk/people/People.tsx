import { useState } from 'react';
import { type AnswerOf, api, send } from '#lib/api.ts';
import { formatMoment, formatOrderDate } from '#lib/dates.ts';
import { useLoad } from '#ui/useLoad.ts';
import { Head } from '../ui/Head.tsx';
import { LoadState } from '../ui/LoadState.tsx';
import { OrderLimits } from './OrderLimits.tsx';
import { AddOperator, RemoveOperator, ResetFactor } from './PeopleDialogs.tsx';

export type Operator = AnswerOf<typeof api.desk.people.$get>['people'][number];

/** Who may come behind the counter; each can let others in, and see them out. */
export default function People() {
  const people = useLoad('people', () => send(api.desk.people.$get()));
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Operator>();
  const [locked, setLocked] = useState<Operator>();
  return (
    <>
      <h1>Operators</h1>
      <p>
        Operators see and do everything at the desk. Whenever one comes or goes, all of them get a letter.
      </p>
      <div className="desk-tools">
        <button type="button" className="button small" onClick={() => setAdding(true)}>
          Add operator
        </button>
      </div>
      <LoadState of={people}>
        {(data) => <PeopleTable people={data.people} onRemove={setLeaving} onReset={setLocked} />}
      </LoadState>
      <OrderLimits />
      {adding && <AddOperator onClose={() => setAdding(false)} onChanged={people.reload} />}
      {locked && (
        <ResetFactor operator={locked} onClose={() => setLocked(undefined)} onChanged={people.reload} />
      )}
      {leaving && (
        <RemoveOperator operator={leaving} onClose={() => setLeaving(undefined)} onChanged={people.reload} />
      )}
    </>
  );
}

type TableProps = {
  people: readonly Operator[];
  onRemove: (operator: Operator) => void;
  onReset: (operator: Operator) => void;
};

function PeopleTable({ people, onRemove, onReset }: TableProps) {
  return (
    <table className="desk-table">
      <Head columns={['Name', 'Email', 'Account since', 'Last sign-in', 'Two steps', { unseen: 'Remove' }]} />
      <tbody>
        {people.map((operator) => (
          <tr key={operator._id}>
            <td data-label="Name">
              {operator.name} {operator.me && <span className="soft">(you)</span>}
            </td>
            <td data-label="Email">{operator.email}</td>
            <td data-label="Account since">{formatOrderDate(operator.since)}</td>
            <td data-label="Last sign-in">
              {operator.signedIn ? formatMoment(operator.signedIn) : <span className="soft">signed out</span>}
            </td>
            <td data-label="Two steps">
              <span className="desk-two-steps">
                {operator.secondFactor ? 'On' : <span className="soft">off</span>}
                {operator.secondFactor && !operator.me && (
                  <button
                    type="button"
                    className="button plain small"
                    aria-label={`Reset two-step sign-in of ${operator.name}`}
                    onClick={() => onReset(operator)}
                  >
                    Reset
                  </button>
                )}
              </span>
            </td>
            <td className="desk-deed">
              {!operator.me && (
                <button
                  type="button"
                  className="button quiet small"
                  aria-label={`Remove ${operator.name}`}
                  onClick={() => onRemove(operator)}
                >
                  Remove
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
