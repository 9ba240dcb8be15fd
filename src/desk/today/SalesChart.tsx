import { useState } from 'react';
import { scaleMaximum } from '#domain/desk/figures.ts';
import { formatPromise } from '#lib/dates.ts';
import { formatPrice } from '#lib/money.ts';
import { Table } from '../ui/Table.tsx';

/** @property day `2026-11-21`, in India @property total paise */
type Day = { day: string; orders: number; total: number };

/** The least that the scale ends with, paise. */
const aRupee = 100;

const orderCount = (count: number): string => (count === 1 ? '1 order' : `${count} orders`);

/** Height in SVG units. A day is 10 wide, its bar 8. */
const height = 100;

/** Sales by Indian day as bars, and as a table for screen readers and exact numbers. */
export function SalesChart({ days }: { days: readonly Day[] }) {
  const [pointed, point] = useState<Day>();
  const top = scaleMaximum([aRupee, ...days.map(({ total }) => total)]);
  const sum = days.reduce((all, { total }) => all + total, 0);
  const count = days.reduce((all, { orders }) => all + orders, 0);
  const allOf = `${formatPrice(sum)} in ${orderCount(count)}`;
  return (
    <section className="desk-sales" aria-labelledby="sales">
      <h2 id="sales">Sales of {days.length} days</h2>
      <p className="desk-sales-sum">
        {pointed
          ? `${formatPromise(pointed.day)}: ${formatPrice(pointed.total)} in ${orderCount(pointed.orders)}`
          : allOf}
      </p>
      <div className="desk-chart stack gap-1">
        <span className="desk-chart-top">{formatPrice(top)}</span>
        <svg
          viewBox={`0 0 ${days.length * 10} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Sales by day: ${allOf}`}
          onPointerLeave={() => point(undefined)}
        >
          {days.map((one, n) => {
            const tall = one.total && Math.max(1, (one.total / top) * height);
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
            ['Sales', ({ total }) => formatPrice(total), 'number'],
          ]}
        />
      </details>
    </section>
  );
}
