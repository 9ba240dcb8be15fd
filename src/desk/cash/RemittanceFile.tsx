import { useState } from 'react';
import { hashOf } from '#domain/desk/route.ts';
import { chargeLabels, chargeNames, sumOfCharges } from '#domain/shipping/remittance-file.ts';
import { isExpected, type RemittanceKind } from '#domain/shipping/remittance-plan.ts';
import { formatPrice } from '#lib/money.ts';
import { FileField } from '../shipping/FileField.tsx';
import { FileResult } from '../shipping/FileResult.tsx';
import { ProofFields } from '../ui/ProofFields.tsx';
import { readProof } from '../ui/proof.ts';
import { Table } from '../ui/Table.tsx';
import { type Planned, type Preview as PreviewState, useRemittanceFile } from './useRemittanceFile.ts';
import '../ui/end-bar.css';
import '../shipping/shipping.css';

const kinds: Record<RemittanceKind, string> = {
  matched: 'Matches',
  charged: 'Matches, less the courier’s charge',
  short: 'Too little',
  over: 'Too much',
};

/** Imports a courier's file of remittances (`#cash/file`). Nothing is written before the operator confirms. */
export default function RemittanceFile({ onDone }: { onDone: () => void }) {
  const { state, choose, plan, write, restart } = useRemittanceFile();
  return (
    <section className="ship-many stack" aria-labelledby="remittance-file">
      <h1 id="remittance-file">A courier’s remittances</h1>
      {state.step === 'choose' && (
        <FileField
          message={state.message}
          busy={state.busy}
          onChoose={choose}
          hint="The file needs a column of tracking numbers (AWB, Waybill …) or of our order numbers (Order ID), and one of
            amounts (COD Amount, Amount Remitted …). Charges (COD Charges, Freight, GST …), dates and UTRs are read too. You see what would be recorded before
            anything is saved."
        />
      )}
      {state.step === 'preview' && <Preview {...state} onPlan={plan} onWrite={write} onBack={restart} />}
      {state.step === 'writing' && (
        <div className="desk-end cluster">
          <progress aria-label="Orders recorded" max={state.all} value={state.done} />
          <p role="status">
            {state.done} of {state.all}
          </p>
        </div>
      )}
      {state.step === 'done' && (
        <FileResult failed={state.failed} onDone={onDone} onRestart={restart}>
          {state.recorded === 1 ? 'The cash of 1 order was' : `The cash of ${state.recorded} orders was`}{' '}
          recorded.
        </FileResult>
      )}
    </section>
  );
}

type PreviewProps = PreviewState & {
  onPlan: ReturnType<typeof useRemittanceFile>['plan'];
  onWrite: ReturnType<typeof useRemittanceFile>['write'];
  onBack: () => void;
};

/** The sum, with its parts below it. */
function ChargesCell({ charges }: Pick<Planned['line'], 'charges'>) {
  const parts = chargeNames.filter((name) => charges[name]);
  return parts.length ? (
    <>
      {formatPrice(sumOfCharges(charges))}
      <span className="desk-second">
        {parts.map((name) => `${chargeLabels[name]} ${formatPrice(charges[name])}`).join(', ')}
      </span>
    </>
  ) : (
    '–'
  );
}

function Preview({ onPlan, onWrite, onBack, ...preview }: PreviewProps) {
  const { planned, known, problems, errors } = preview;
  const [accepted, setAccepted] = useState(preview.accepted);
  const accept = (id: string, on: boolean) => {
    const others = [...accepted].filter((one) => one !== id);
    setAccepted(new Set(on ? [...others, id] : others));
  };
  const chosen = planned.filter(({ kind, order }) => isExpected(kind) || accepted.has(order.id));
  const sum = chosen.reduce((all, { line }) => all + line.amount, 0);
  const transfers = [...Map.groupBy(chosen, ({ line }) => line.utr)];
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void onWrite(preview, accepted, readProof(new FormData(event.currentTarget)).password);
      }}
    >
      {planned.length > 0 ? (
        <Table<Planned>
          // What has to be looked at comes first.
          rows={planned.toSorted((a, b) => Number(isExpected(a.kind)) - Number(isExpected(b.kind)))}
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
            [
              'Transferred',
              ({ line: { day, utr } }) =>
                [day, utr].filter(Boolean).join(' · ') || 'The file does not say it',
            ],
            ['Due', ({ due }) => formatPrice(due), 'number'],
            ['Amount', ({ line }) => formatPrice(line.amount), 'number'],
            ['Charges', ({ line }) => <ChargesCell {...line} />, 'number'],
            [
              'Result',
              ({ kind, order }) =>
                isExpected(kind) ? (
                  `${kinds[kind]}${order.paid ? '; the cash is recorded, the transfer is added' : ''}`
                ) : (
                  <label className="tick">
                    <input
                      type="checkbox"
                      checked={accepted.has(order.id)}
                      onChange={({ target }) => accept(order.id, target.checked)}
                    />{' '}
                    {kinds[kind]}: record <span className="visually-hidden">{order.reference} </span>all the
                    same, with a note
                  </label>
                ),
            ],
          ]}
        />
      ) : (
        <p className="desk-state stack gap-3 soft">This file has nothing to record.</p>
      )}
      <label className="tick">
        <input
          type="checkbox"
          checked={preview.isNet}
          onChange={({ target }) => onPlan(preview, target.checked)}
        />{' '}
        The amounts are after the courier’s charges
      </label>
      {transfers.length > 0 && (
        <Table
          rows={transfers}
          keyOf={([utr]) => utr}
          columns={[
            ['UTR', ([utr]) => utr || 'The file does not say it'],
            ['Parcels', ([, lines]) => lines.length, 'number'],
            [
              'Transferred',
              ([, lines]) =>
                formatPrice(
                  lines.reduce((all, { line }) => all + line.amount - sumOfCharges(line.charges), 0),
                ),
              'number',
            ],
          ]}
        />
      )}
      {known > 0 && <p>{known === 1 ? '1 line is' : `${known} lines are`} recorded already.</p>}
      {problems.length > 0 && (
        <details open>
          <summary>{problems.length === 1 ? '1 line is' : `${problems.length} lines are`} left out</summary>
          <ul className="ship-failed">
            {problems.map(({ number, message }) => (
              <li key={message}>
                {number || 'No number'}: {message}
              </li>
            ))}
          </ul>
        </details>
      )}
      {chosen.length > 0 && <ProofFields errors={errors} alone />}
      <div className="desk-end cluster">
        {planned.length > 0 && (
          <button type="submit" className="button" disabled={!chosen.length}>
            Record {formatPrice(sum)} of {chosen.length === 1 ? '1 order' : `${chosen.length} orders`}
          </button>
        )}
        <button type="button" className="button quiet" onClick={onBack}>
          Another file
        </button>
      </div>
    </form>
  );
}
