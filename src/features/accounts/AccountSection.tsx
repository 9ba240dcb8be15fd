import type { ReactNode } from 'react';
import type { Load } from '#ui/useLoad.ts';
import { headingId, parts } from './AccountNav.tsx';

type Props = {
  part: keyof typeof parts;
  /** A sentence that explains the section. */
  lead?: ReactNode;
  children: ReactNode;
};

/** A section of the account page. */
export function AccountSection({ part, lead, children }: Props) {
  const id = headingId(part);
  return (
    <section className="account-section panel stack gap-5" aria-labelledby={id}>
      <div className="stack gap-1">
        <h2 id={id} tabIndex={-1}>
          {parts[part]}
        </h2>
        {lead && <p className="soft">{lead}</p>}
      </div>
      {children}
    </section>
  );
}

type LoadedProps<T> = Omit<Props, 'children'> & {
  of: { load: Load<T>; busy: boolean; reload: () => void };
  children: (data: T) => ReactNode;
};

/** A section whose content is loaded. */
export function LoadedSection<T>({ of: { load, busy, reload }, children, ...section }: LoadedProps<T>) {
  return (
    <AccountSection {...section}>
      {load.state === 'loading' && <div className="skeleton account-skeleton-card" />}
      {load.state === 'failed' && (
        <div className="notice error split gap-3" role="alert">
          <p>{load.failure.message}</p>
          <button type="button" className="button quiet small" aria-busy={busy} onClick={reload}>
            Try again
          </button>
        </div>
      )}
      {load.state === 'ready' && children(load.data)}
    </AccountSection>
  );
}
