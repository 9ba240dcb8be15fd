import { useState } from 'react';
import { plainRupees } from 'shop-import/rupees';
import { api, type ResponseOf } from '#lib/api.ts';
import { formatDay } from '#lib/dates.ts';
import { formatPrice } from '#lib/money.ts';
import { ActionDialog } from '../ui/ActionDialog.tsx';
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
          ['Recorded', ({ at }) => formatDay(at)],
          ['Parcels', ({ parcels }) => parcels, 'number'],
          ['In the file', ({ transferred }) => formatPrice(transferred), 'number'],
          [
            'Credited by the bank',
            ({ credited }) => (credited === null ? 'Not entered yet' : formatPrice(credited)),
            'number',
          ],
          [
            'Kept by the courier',
            ({ difference }) => (difference === null ? '–' : formatPrice(difference)),
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
        <ActionDialog
          title={`Credited by the bank, UTR ${entering.utr}`}
          action="Record"
          password="alone"
          call={api.desk.cash.credited.$post}
          input={{ json: { utr: entering.utr } }}
          fields={{
            credited: {
              kind: 'amount',
              label: 'Amount, ₹',
              initial: plainRupees(entering.credited ?? entering.transferred),
            },
          }}
          onClose={() => enter(undefined)}
          onChanged={onChanged}
        />
      )}
    </section>
  );
}
