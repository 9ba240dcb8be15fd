import type { ReactNode } from 'react';

type Props = {
  collected: boolean;
  onChange: (collected: boolean) => void;
  /** What was collected: an amount, or the cash of some orders. */
  children: ReactNode;
};

/** Says that the courier has the cash. Recording it asks for the password. */
export const CollectedTick = ({ collected, onChange, children }: Props) => (
  <label className="tick">
    <input type="checkbox" checked={collected} onChange={({ target }) => onChange(target.checked)} /> The
    courier has collected {children}
  </label>
);
