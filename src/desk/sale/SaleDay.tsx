import { useState } from 'react';
import { type Expected, saleLimitNames, saleLimits } from '#domain/sale-day/limits.ts';
import { planSale } from '#domain/sale-day/plan.ts';
import { api, type ResponseOf, send } from '#lib/api.ts';
import { formatDayTime } from '#lib/dates.ts';
import { StatusBadge, type Tone } from '#ui/StatusBadge.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useLoad } from '#ui/useLoad.ts';
import { ActionDialog } from '../ui/ActionDialog.tsx';
import { LoadState } from '../ui/LoadState.tsx';
import { RowButton, Table } from '../ui/Table.tsx';
import { PlanTable } from './PlanTable.tsx';
import { SetLimitsDialog } from './SetLimitsDialog.tsx';
import './sale.css';

type Data = ResponseOf<(typeof api.desk)['sale-day']['$get']>;
type Sale = Data['sales'][number];
type Row = Data['rows'][number];

const inIndian = new Intl.NumberFormat('en-IN');

const states: Record<Row['state'], [Tone, string]> = {
  planned: ['pending', 'Planned'],
  running: ['done', 'Running'],
  over: ['ended', 'Ended'],
};

/** What is on sale, which limits it meets, and these limits for the time of the sale. */
export default function SaleDay() {
  const load = useLoad('sale-day', () => send(api.desk['sale-day'].$get()));
  return (
    <>
      <h1>Sale day</h1>
      <p className="soft desk-text">
        Enter what you expect of a sale. The page says which limits it meets, and sets them for its time. They
        end by themselves.
      </p>
      <LoadState of={load}>{(data) => <Planned {...data} reload={load.reload} />}</LoadState>
    </>
  );
}

/** What the fields begin with: the last sale's numbers, or what the busiest hour suggests. */
function firstExpected({ rows, busiest, sales }: Data): Expected {
  const last = rows[0]?.expected;
  const pieces = sales[0]?.pieces || last?.pieces || 1_000;
  if (last) return { ...last, pieces };
  return { visits: Math.max(1_000, 50 * busiest.orders), ordering: 2, cash: 60, pieces };
}

const fields = {
  visits: { label: 'Visits in the busiest hour', least: 1 },
  ordering: { label: 'Of them order, %', least: 0.1 },
  cash: { label: 'Of the orders in cash, %', least: 0 },
  pieces: { label: 'Pieces for sale', least: 1 },
} as const satisfies Record<keyof Expected, object>;
const fieldNames = Object.keys(fields) as (keyof Expected)[];

function Planned({ reload, ...data }: Data & { reload: () => void }) {
  const { sales, usual, rows, busiest } = data;
  const [chosen, setChosen] = useState<Sale | undefined>(sales[0]);
  const [texts, setTexts] = useState(() => {
    const first = firstExpected(data);
    return Object.fromEntries(fieldNames.map((name) => [name, String(first[name])])) as Record<
      keyof Expected,
      string
    >;
  });
  const [isSetting, setSetting] = useState(false);
  const expected = Object.fromEntries(
    fieldNames.map((name) => [name, Math.max(fields[name].least, Number(texts[name]) || 0)]),
  ) as Expected;
  const plan = planSale(expected, usual);
  const running = rows.find(({ state }) => state === 'running');
  const choose = (sale: Sale) => {
    setChosen(sale);
    setTexts({ ...texts, pieces: String(sale.pieces) });
  };
  return (
    <>
      {running && <Running row={running} reload={reload} />}
      <section className="stack gap-3">
        <h2>On sale</h2>
        <Sales sales={sales} chosen={chosen} onChoose={choose} />
      </section>
      <section className="stack gap-3">
        <h2>What you expect</h2>
        <p className="soft desk-text">
          The busiest hour of the last {busiest.days} days had {inIndian.format(busiest.orders)} orders.
        </p>
        <div className="desk-sale-fields grid">
          {fieldNames.map((name) => (
            <TextField
              key={name}
              name={name}
              label={fields[name].label}
              value={texts[name]}
              inputMode="decimal"
              onChange={(text) => setTexts({ ...texts, [name]: text })}
            />
          ))}
        </div>
      </section>
      <section className="stack gap-3">
        <h2>Which limits bind</h2>
        <PlanTable plan={plan} />
        <div>
          <button type="button" className="button" onClick={() => setSetting(true)}>
            Set limits for the sale
          </button>
        </div>
      </section>
      <section className="stack gap-3">
        <h2>Limits that were set</h2>
        <Days rows={rows} reload={reload} />
      </section>
      {isSetting && (
        <SetLimitsDialog
          sale={chosen}
          expected={expected}
          plan={plan}
          usual={usual}
          onClose={() => setSetting(false)}
          onChanged={reload}
        />
      )}
    </>
  );
}

type SalesProps = { sales: readonly Sale[]; chosen: Sale | undefined; onChoose: (sale: Sale) => void };

function Sales({ sales, chosen, onChoose }: SalesProps) {
  if (!sales.length)
    return (
      <p className="desk-state stack gap-3 soft">
        No sale runs or is planned. Sales are entered in the editor, or at a product.
      </p>
    );
  return (
    <Table
      rows={sales}
      keyOf={({ name, from }) => `${name} ${from}`}
      columns={[
        ['Sale', ({ name }) => <strong>{name}</strong>],
        ['Begins', ({ from }) => formatDayTime(from)],
        ['Ends', ({ until }) => formatDayTime(until)],
        ['Products', ({ products }) => inIndian.format(products), 'number'],
        ['Pieces in stock', ({ pieces }) => inIndian.format(pieces), 'number'],
        [
          'Plan',
          (sale) => (
            <RowButton label={`Plan ${sale.name}`} disabled={sale === chosen} onClick={() => onChoose(sale)}>
              {sale === chosen ? 'Planned here' : 'Plan'}
            </RowButton>
          ),
          'action',
        ],
      ]}
    />
  );
}

/** What a sale day sets, in words. */
const setText = ({ limits }: Row): string =>
  saleLimitNames
    .flatMap((name) =>
      limits[name] === undefined
        ? []
        : [`${saleLimits[name].label}: ${inIndian.format(limits[name])} ${saleLimits[name].unit}`],
    )
    .join('. ');

const Running = ({ row, reload }: { row: Row; reload: () => void }) => (
  <div className="notice stack gap-3" role="status">
    <p>
      Limits are set until {formatDayTime(row.endsAt)}. {setText(row)}.
    </p>
    <EndButton row={row} reload={reload} />
  </div>
);

function EndButton({ row, reload }: { row: Row; reload: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <RowButton label={`End now: limits until ${formatDayTime(row.endsAt)}`} onClick={() => setOpen(true)}>
        End now
      </RowButton>
      {isOpen && (
        <ActionDialog
          title="End these limits now?"
          action="End now"
          call={api.desk['sale-day'][':id'].end.$post}
          input={{ param: { id: row.id }, json: {} }}
          onClose={() => setOpen(false)}
          onChanged={reload}
        >
          <p>The usual limits count again from the next order on. Orders that were placed stay.</p>
        </ActionDialog>
      )}
    </div>
  );
}

function Days({ rows, reload }: { rows: readonly Row[]; reload: () => void }) {
  if (!rows.length) return <p className="desk-state stack gap-3 soft">No limits were set yet.</p>;
  return (
    <Table
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        ['From', ({ startsAt }) => formatDayTime(startsAt)],
        ['Until', ({ endsAt }) => formatDayTime(endsAt)],
        ['Limits', setText],
        ['Visits expected', ({ expected }) => inIndian.format(expected.visits), 'number'],
        ['Status', ({ state }) => <StatusBadge tone={states[state][0]}>{states[state][1]}</StatusBadge>],
        ['End', (row) => row.state !== 'over' && <EndButton row={row} reload={reload} />, 'action'],
      ]}
    />
  );
}
