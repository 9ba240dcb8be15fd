import { useState } from 'react';
import { hashOf } from '#domain/desk/route.ts';
import type { Skipped } from '#domain/shipping/status-plan.ts';
import type { Errors } from '#ui/useFields.ts';
import { CollectedTick } from '../orders/CollectedTick.tsx';
import { ProofFields } from '../ui/ProofFields.tsx';
import { readProof } from '../ui/proof.ts';
import { Table } from '../ui/Table.tsx';
import { UndoButton } from '../ui/UndoButton.tsx';
import { FileField } from './FileField.tsx';
import { FileResult } from './FileResult.tsx';
import { type PlannedOrder, useStatusFile } from './useStatusFile.ts';
import '../ui/end-bar.css';
import './shipping.css';

const kinds: Record<PlannedOrder['kind'], string> = {
  delivered: 'Delivered',
  returned: 'Returned to origin',
  undelivered: 'Not delivered, a note',
};

/** Imports a courier's file of statuses (`#orders/file`). Nothing is written before the operator confirms. */
export default function StatusFile({ onDone }: { onDone: () => void }) {
  const { state, choose, write, restart } = useStatusFile();
  return (
    <section className="ship-many stack" aria-labelledby="status-file">
      <h1 id="status-file">A courier’s status file</h1>
      {state.step === 'choose' && (
        <FileField
          message={state.message}
          busy={state.busy}
          onChoose={choose}
          hint="The file needs a column of tracking numbers (AWB, Waybill, Tracking Number …) or of our order numbers (Order
            ID), and a column Status. You see what would change before anything is saved."
        />
      )}
      {state.step === 'preview' && <Preview {...state} onWrite={write} onBack={restart} />}
      {state.step === 'writing' && (
        <div className="desk-end cluster">
          <progress aria-label="Orders changed" max={state.all} value={state.done} />
          <p role="status">
            {state.done} of {state.all}
          </p>
        </div>
      )}
      {state.step === 'done' && (
        <FileResult
          failed={state.failed}
          onDone={onDone}
          onRestart={restart}
          undo={
            state.undo && (
              <UndoButton key={state.undo.until} until={state.undo.until} onUndo={state.undo.run}>
                Undo all deliveries
              </UndoButton>
            )
          }
        >
          {state.changed === 1 ? '1 order was' : `${state.changed} orders were`} {state.verb}.
        </FileResult>
      )}
    </section>
  );
}

type PreviewProps = {
  changes: PlannedOrder[];
  skipped: Skipped[];
  refused?: { answers: { collected: boolean; restock: boolean }; errors: Errors } | undefined;
  onWrite: ReturnType<typeof useStatusFile>['write'];
  onBack: () => void;
};

function Preview({ changes, skipped, refused, onWrite, onBack }: PreviewProps) {
  const [collected, setCollected] = useState(refused?.answers.collected ?? false);
  const [restock, setRestock] = useState(refused?.answers.restock);
  const unknown = skipped.filter(({ isUnknown }) => isUnknown).length;
  const cash = changes.filter(({ kind, order }) => kind === 'delivered' && order.collect !== null).length;
  const back = changes.filter(({ kind }) => kind === 'returned').length;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const { password } = readProof(new FormData(event.currentTarget));
        const answers = { collected, restock: restock ?? false, ...(collected && { password }) };
        void onWrite({ changes, skipped }, answers);
      }}
    >
      {changes.length > 0 ? (
        <Table
          rows={changes}
          keyOf={({ order }) => order.id}
          columns={[
            [
              'Order',
              ({ order }) => (
                <a className="desk-order-link" href={hashOf({ screen: 'orders', id: order.id })}>
                  {order.reference}
                </a>
              ),
            ],
            ['Tracking number', ({ order }) => order.trackingId],
            ['Now', ({ order }) => order.status],
            ['Will be', ({ kind }) => kinds[kind]],
            ['File', ({ note }) => note],
          ]}
        />
      ) : (
        <p className="desk-state stack gap-3 soft">Nothing in this file changes an order.</p>
      )}
      {skipped.length > 0 && (
        <details open={!changes.length || unknown > 0}>
          <summary>
            {skipped.length === 1 ? '1 line is left out' : `${skipped.length} lines are left out`}
            {unknown > 0 && `, ${unknown} with a status that the shop does not know`}
          </summary>
          {unknown > 0 && (
            <p className="hint">
              Please look at these parcels, and change their orders by hand. The editor has the phrases that
              the shop knows under “Statuses of couriers”.
            </p>
          )}
          <ul className="ship-failed">
            {skipped.map(({ number, status, why }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list stays as it is, and lines may be alike
              <li key={n}>
                {number || 'No number'} ({status || 'no status'}): {why}
              </li>
            ))}
          </ul>
        </details>
      )}
      {cash > 0 && (
        <CollectedTick collected={collected} onChange={setCollected}>
          the cash of {cash === 1 ? '1 delivered order' : `${cash} delivered orders`}
        </CollectedTick>
      )}
      {collected && <ProofFields errors={refused?.errors ?? {}} alone />}
      {back > 0 && (
        <fieldset className="desk-choice">
          <legend>
            Can the pieces of {back === 1 ? 'the returned parcel' : `the ${back} returned parcels`} be sold
            again?
          </legend>
          {([true, false] as const).map((yes) => (
            <label className="tick" key={String(yes)}>
              <input
                type="radio"
                name="restock"
                required
                checked={restock === yes}
                onChange={() => setRestock(yes)}
              />{' '}
              {yes ? 'Yes, back into stock' : 'No'}
            </label>
          ))}
        </fieldset>
      )}
      <div className="desk-end cluster">
        {changes.length > 0 && (
          <button type="submit" className="button">
            {changes.length === 1 ? 'Change 1 order' : `Change ${changes.length} orders`}
          </button>
        )}
        <button type="button" className="button quiet" onClick={onBack}>
          Another file
        </button>
      </div>
    </form>
  );
}
