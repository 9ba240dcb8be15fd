import type { ReactNode } from 'react';
import type { Load } from '#ui/useLoad.ts';

type Props<T> = {
  of: { load: Load<T>; busy: boolean; reload: () => void };
  /** Heading of the failed state, for a screen whose heading comes with the data. */
  title?: string;
  children: (data: T) => ReactNode;
};

/** The loading and failed state of a screen that consists of one request. */
export function LoadState<T>({ of: { load, busy, reload }, title, children }: Props<T>) {
  if (load.state === 'ready') return children(load.data);
  if (load.state === 'loading')
    return (
      <p className="desk-state stack gap-3 soft" role="status">
        Loading…
      </p>
    );
  return <Failed title={title} message={load.failure.message} busy={busy} reload={reload} />;
}

type FailedProps = {
  title?: string | undefined;
  message: string | undefined;
  busy: boolean;
  reload: () => void;
};

/** The failed state, with a button that tries again. */
export function Failed({ title, message, busy, reload }: FailedProps) {
  return (
    <div className="desk-state stack gap-3" role="alert">
      {title && <h1>{title}</h1>}
      <p>{message}</p>
      <button type="button" className="button small" aria-busy={busy} onClick={reload}>
        Try again
      </button>
    </div>
  );
}
