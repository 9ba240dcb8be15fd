import { useState } from 'react';
import { api, type ResponseOf, send } from '#lib/api.ts';
import { formatMoment, formatOrderDate } from '#lib/dates.ts';
import { useLoad } from '#ui/useLoad.ts';
import { LoadState } from '../ui/LoadState.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { AddOperatorDialog, RemoveOperatorDialog, ResetFactorDialog } from './OperatorDialogs.tsx';
import { OrderLimits } from './OrderLimits.tsx';

export type Operator = ResponseOf<typeof api.desk.people.$get>['people'][number];

/** The operators, and accounts without order limits. Every operator can add and remove others. */
export default function Operators() {
  const people = useLoad('people', () => send(api.desk.people.$get()));
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Operator>();
  const [locked, setLocked] = useState<Operator>();
  return (
    <>
      <h1>Operators</h1>
      <p>
        Operators see and do everything at the desk. All of them get an email when one is added or removed.
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
      {adding && <AddOperatorDialog onClose={() => setAdding(false)} onChanged={people.reload} />}
      {locked && (
        <ResetFactorDialog operator={locked} onClose={() => setLocked(undefined)} onChanged={people.reload} />
      )}
      {leaving && (
        <RemoveOperatorDialog
          operator={leaving}
          onClose={() => setLeaving(undefined)}
          onChanged={people.reload}
        />
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
      <TableHead
        columns={[
          'Name',
          'Email',
          'Account since',
          'Last sign-in',
          'Two steps',
          { visuallyHidden: 'Remove' },
        ]}
      />
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
            <td className="desk-action">
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
