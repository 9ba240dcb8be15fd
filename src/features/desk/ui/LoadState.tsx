import type { ReactNode } from 'react';
import type { Load } from '#ui/useLoad.ts';

type Props<T> = {
  of: { load: Load<T>; busy: boolean; reload: () => void };
  children: (data: T) => ReactNode;
};

/** Loading and failed, for a screen that is one answer. */
export function LoadState<T>({ of: { load, busy, reload }, children }: Props<T>) {
  if (load.state === 'ready') return children(load.data);
  if (load.state === 'loading')
    return (
      <p className="desk-state soft" role="status">
        Loading…
      </p>
    );
  return (
    <div className="desk-state" role="alert">
      <p>{load.failure.message}</p>
      <button type="button" className="button small" aria-busy={busy} onClick={reload}>
        Try again
      </button>
    </div>
  );
}
