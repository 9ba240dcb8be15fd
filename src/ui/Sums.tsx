import type { ReactNode } from 'react';
import './sums.css';

export type Sum = { label: ReactNode; value: string; total?: boolean };

/** Labels on the left, amounts on the right; the last row is the total. */
export function Sums({ rows }: { rows: readonly Sum[] }) {
  return (
    <dl className="sums stack gap-2">
      {rows.map(({ label, value, total }, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a sum keep their places
        <div className={total ? 'sums-total' : undefined} key={row}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
