import { type ReactNode, useEffect, useRef, useState } from 'react';

type AttemptsProps = {
  count: number;
  /** Whether one of its cards is open. */
  opened: boolean;
  /** The cards. */
  children: ReactNode;
};

/** The attempts that were never paid, folded below the orders. */
export default function NotCompleted({ count, opened, children }: AttemptsProps) {
  const [unfolded, setUnfolded] = useState(false);
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!opened) return;
    // An open order has just ended unpaid: its card has moved here, and has lost the focus.
    setUnfolded(true);
    requestAnimationFrame(() => fold.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus());
  }, [opened]);
  return (
    <details
      className="orders-attempts"
      ref={fold}
      open={unfolded}
      onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
    >
      <summary>Not completed ({count})</summary>
      <p className="soft small">These orders were never paid, and nothing was charged.</p>
      {children}
    </details>
  );
}
