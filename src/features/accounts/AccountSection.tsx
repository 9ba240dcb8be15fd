import type { ReactNode } from 'react';
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
    <section className="account-section panel" aria-labelledby={id}>
      <div className="account-section-head">
        <h2 id={id} tabIndex={-1}>
          {parts[part]}
        </h2>
        {lead && <p className="soft">{lead}</p>}
      </div>
      {children}
    </section>
  );
}

/** Shown in a section that could not be loaded. */
export function PartFailed({
  message,
  busy,
  onRetry,
}: {
  message: string;
  busy: boolean;
  onRetry: () => void;
}) {
  return (
    <div className="notice error account-failed" role="alert">
      <p>{message}</p>
      <button type="button" className="button quiet small" aria-busy={busy} onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
