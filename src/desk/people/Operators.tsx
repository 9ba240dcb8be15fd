import { useState } from 'react';
import { type OrderEmailChoice, orderEmailChoices } from '#domain/email/order-emails.ts';
import { api, send } from '#lib/api.ts';
import { formatDay, formatDayTime } from '#lib/dates.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useLoad } from '#ui/useLoad.ts';
import type { Operator } from '../answers.ts';
import { LoadState } from '../ui/LoadState.tsx';
import { type Column, RowButton, Table } from '../ui/Table.tsx';
import {
  AddOperatorDialog,
  ContentDialog,
  RemoveOperatorDialog,
  ResetFactorDialog,
} from './OperatorDialogs.tsx';

/** The operators. Every operator can add and remove others. */
export default function Operators() {
  const people = useLoad('people', () => send(api.desk.people.$get()));
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Operator>();
  const [locked, setLocked] = useState<Operator>();
  const [editing, setEditing] = useState<Operator>();
  const columns: Column<Operator>[] = [
    [
      'Name',
      ({ name, me }) => (
        <>
          {name} {me && <span className="soft">(you)</span>}
        </>
      ),
    ],
    ['Email', ({ email }) => email],
    ['Account since', ({ since }) => formatDay(since)],
    [
      'Last sign-in',
      ({ signedIn }) => (signedIn ? formatDayTime(signedIn) : <span className="soft">signed out</span>),
    ],
    [
      'Two-step sign-in',
      (operator) => (
        <span className="desk-two-steps">
          {operator.secondFactor ? 'On' : <span className="soft">off</span>}
          {operator.secondFactor && !operator.me && (
            <button
              type="button"
              className="button plain small flush"
              aria-label={`Reset two-step sign-in of ${operator.name}`}
              onClick={() => setLocked(operator)}
            >
              Reset
            </button>
          )}
        </span>
      ),
    ],
    [
      'Products and texts',
      (operator) => (
        <span className="desk-two-steps">
          {operator.editsContent ? 'May change' : <span className="soft">may not change</span>}
          {!operator.me && (
            <button
              type="button"
              className="button plain small flush"
              aria-label={`${operator.editsContent ? 'Take away from' : 'Allow'} ${operator.name}: products and texts`}
              onClick={() => setEditing(operator)}
            >
              {operator.editsContent ? 'Take away' : 'Allow'}
            </button>
          )}
        </span>
      ),
    ],
    [
      'Remove',
      (operator) =>
        !operator.me && (
          <RowButton label={`Remove ${operator.name}`} onClick={() => setLeaving(operator)}>
            Remove
          </RowButton>
        ),
      'action',
    ],
  ];
  return (
    <>
      <h1>Operators</h1>
      <p>
        Operators see everything at the desk. All of them work with orders; prices, products and texts are
        changed by those who may. All get an email when one is added or removed.
      </p>
      <div className="desk-tools">
        <button type="button" className="button small" onClick={() => setAdding(true)}>
          Add operator
        </button>
      </div>
      <LoadState of={people}>
        {({ people: rows }) => (
          <>
            <OrderEmails choice={rows.find(({ me }) => me)?.orderEmails} />
            <Table rows={rows} keyOf={({ id }) => id} columns={columns} />
          </>
        )}
      </LoadState>
      {adding && <AddOperatorDialog onClose={() => setAdding(false)} onChanged={people.reload} />}
      {locked && (
        <ResetFactorDialog operator={locked} onClose={() => setLocked(undefined)} onChanged={people.reload} />
      )}
      {editing && (
        <ContentDialog operator={editing} onClose={() => setEditing(undefined)} onChanged={people.reload} />
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

/** The operator's own choice of emails. It is saved when it is chosen. */
function OrderEmails({ choice = 'none' }: { choice: OrderEmailChoice | undefined }) {
  const [value, setValue] = useState(choice);
  const choose = async (next: OrderEmailChoice) => {
    setValue(next);
    const answer = await send(api.desk.people['order-emails'].$post({ json: { choice: next } }));
    if (!answer.ok) setValue(value);
    toast(answer.ok ? { message: answer.data.message } : { message: answer.message, kind: 'error' });
  };
  return (
    <div className="desk-tools">
      <SelectField
        label="Emails to you about orders"
        name="orderEmails"
        value={value}
        options={orderEmailChoices}
        onChange={(next) => void choose(next)}
      />
    </div>
  );
}
