import type { ReactNode } from 'react';

type Props = {
  title: string;
  children?: ReactNode;
  /** Buttons and links. */
  actions?: ReactNode;
  /** Whether it is read out when it appears; only for errors. */
  alert?: boolean;
  as?: 'h1' | 'h2';
};

/** A state of a whole page: empty, signed out, not found, failed. */
export function StateMessage({ title, children, actions, alert = false, as: Title = 'h1' }: Props) {
  return (
    <div className="wrap">
      <div className="state" role={alert ? 'alert' : undefined}>
        <Title>{title}</Title>
        {children}
        {actions && <div className="actions">{actions}</div>}
      </div>
    </div>
  );
}

type FailedProps = Omit<Props, 'children' | 'actions'> & {
  message?: string;
  busy?: boolean;
  onRetry: () => void;
};

/** The state of a page whose data did not load, with a button that tries again. */
export function FailedState({ message, busy, onRetry, ...props }: FailedProps) {
  const retry = (
    <button type="button" className="button" aria-busy={busy} onClick={onRetry}>
      Try again
    </button>
  );
  return (
    <StateMessage alert actions={retry} {...props}>
      {message && <p>{message}</p>}
    </StateMessage>
  );
}
