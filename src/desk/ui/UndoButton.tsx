import { useEffect, useState } from 'react';

/** @property until UTC ms */
type Props = { until: number; children: string; onUndo: () => void };

/** A button that undoes a change, shown until the change can no longer be undone. Its key is what it undoes. */
export function UndoButton({ until, children, onUndo }: Props) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  if (isOver) return null;
  return (
    <button type="button" className="button plain small" onClick={onUndo}>
      {children}
    </button>
  );
}
