import { useState } from 'react';
import { api, type ResponseOf, send } from '#lib/api.ts';
import { formatDay } from '#lib/dates.ts';
import { formatRupees } from '../format-rupees.ts';
import { DialogField, textOf } from '../ui/DialogField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { readProof } from '../ui/proof.ts';
import { Table } from '../ui/Table.tsx';

type Transfer = ResponseOf<typeof api.desk.cash.$get>['transfers'][number];

/** The newest transfers of couriers: what their files say, and what the bank has credited. */
export function Transfers({
  transfers,
  onChanged,
}: {
  transfers: readonly Transfer[];
  onChanged: () => void;
}) {
  const [entering, enter] = useState<Transfer>();
  if (!transfers.length) return null;
  return (
    <section aria-labelledby="transfers" className="stack">
      <h2 id="transfers">Transfers</h2>
      <p className="soft desk-text">
        Enter what the bank’s statement has for each. What it lacks of the courier’s file is a charge of the
        courier, which the export of charges lists.
      </p>
      <Table<Transfer>
        rows={transfers}
        keyOf={({ utr }) => utr}
        columns={[
          ['UTR', ({ utr }) => utr],
          ['Courier', ({ courier }) => courier || 'No courier'],
          ['Recorded', ({ date }) => formatDay(date)],
          ['Parcels', ({ parcels }) => parcels, 'number'],
          ['In the file', ({ transferred }) => formatRupees(transferred), 'number'],
          [
            'Credited by the bank',
            ({ credited }) => (credited === null ? 'Not entered yet' : formatRupees(credited)),
            'number',
          ],
          [
            'Kept by the courier',
            ({ difference }) => (difference === null ? '–' : formatRupees(difference)),
            'number',
          ],
          [
            'Enter the amount',
            (transfer) => (
              <button type="button" className="button quiet small" onClick={() => enter(transfer)}>
                {transfer.credited === null ? 'Enter' : 'Change'}
                <span className="visually-hidden"> what the bank has credited for {transfer.utr}</span>
              </button>
            ),
            'action',
          ],
        ]}
      />
      {entering && (
        <FormDialog
          title={`Credited by the bank, UTR ${entering.utr}`}
          action="Record"
          password="alone"
          onSubmit={(form) =>
            send(
              api.desk.cash.credited.$post({
                json: {
                  utr: entering.utr,
                  credited: Number(textOf(form, 'credited').replaceAll(',', '')),
                  password: readProof(form).password,
                },
              }),
            )
          }
          onClose={() => enter(undefined)}
          onChanged={onChanged}
        >
          {(errors) => (
            <DialogField
              label="Amount, ₹"
              name="credited"
              inputMode="decimal"
              required
              initial={String(entering.credited ?? entering.transferred)}
              errors={errors}
            />
          )}
        </FormDialog>
      )}
    </section>
  );
}
