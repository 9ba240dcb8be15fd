import { useState } from 'react';
import { scaleMaximum } from '#domain/desk/figures.ts';
import { formatPromise } from '#lib/dates.ts';
import { formatRupees } from '../format-rupees.ts';
import { Table } from '../ui/Table.tsx';

/** @property day `2026-11-21`, in India @property amount rupees */
type Day = { day: string; orders: number; amount: number };

const orderCount = (count: number): string => (count === 1 ? '1 order' : `${count} orders`);

/** Height in SVG units. A day is 10 wide, its bar 8. */
const height = 100;

/** Sales by Indian day as bars, and as a table for screen readers and exact numbers. */
export function SalesChart({ days }: { days: readonly Day[] }) {
  const [pointed, point] = useState<Day>();
  const top = scaleMaximum(days.map(({ amount }) => amount));
  const sum = days.reduce((all, { amount }) => all + amount, 0);
  const count = days.reduce((all, { orders }) => all + orders, 0);
  const total = `${formatRupees(sum)} in ${orderCount(count)}`;
  return (
    <section className="desk-sales" aria-labelledby="sales">
      <h2 id="sales">Sales of {days.length} days</h2>
      <p className="desk-sales-sum">
        {pointed
          ? `${formatPromise(pointed.day)}: ${formatRupees(pointed.amount)} in ${orderCount(pointed.orders)}`
          : total}
      </p>
      <div className="desk-chart stack gap-1">
        <span className="desk-chart-top">{formatRupees(top)}</span>
        <svg
          viewBox={`0 0 ${days.length * 10} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Sales by day: ${total}`}
          onPointerLeave={() => point(undefined)}
        >
          {days.map((one, n) => {
            const tall = one.amount && Math.max(1, (one.amount / top) * height);
            return (
              // The full height of the day reacts to the pointer, not only the bar.
              <g key={one.day} onPointerEnter={() => point(one)} data-pointed={pointed === one || undefined}>
                <rect className="desk-day" x={n * 10} y={0} width={10} height={height} />
                <rect className="desk-bar" x={n * 10 + 1} y={height - tall} width={8} height={tall} />
              </g>
            );
          })}
        </svg>
        <p className="desk-chart-days" aria-hidden="true">
          {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map(
            (one) => one && <span key={one.day}>{formatPromise(one.day)}</span>,
          )}
        </p>
      </div>
      <details>
        <summary>As a table</summary>
        <Table
          rows={days.toReversed()}
          keyOf={({ day }) => day}
          columns={[
            ['Day', ({ day }) => formatPromise(day)],
            ['Orders', ({ orders }) => orders, 'number'],
            ['Sales', ({ amount }) => formatRupees(amount), 'number'],
          ]}
        />
      </details>
    </section>
  );
}
