import type { ReactNode } from 'react';
import type { FormProblem } from './useFields.ts';
import { useMounted } from './useMounted.ts';

type Props = {
  problem: FormProblem | undefined;
  busy: boolean;
  /** The text of the button. */
  children: ReactNode;
  className?: string;
  /** Adds a button that closes the form; `cancel` is its text. */
  onCancel?: (() => void) | undefined;
  cancel?: string | undefined;
};

/** The end of a form: its problem, if any, and the submit button. */
export function FormEnd({ problem, busy, children, className = '', onCancel, cancel = 'Cancel' }: Props) {
  const mounted = useMounted();
  // Before hydration, Enter would submit the form with GET, the password in the URL.
  const button = (
    <button
      type="submit"
      className={`button ${className}`}
      disabled={!mounted}
      aria-busy={busy}
      aria-disabled={busy}
    >
      {children}
    </button>
  );
  return (
    <>
      {problem?.message && (
        <p className="notice error" role="alert">
          {problem.message}
        </p>
      )}
      {onCancel ? (
        <div className="actions">
          {button}
          <button type="button" className="button quiet" onClick={onCancel}>
            {cancel}
          </button>
        </div>
      ) : (
        button
      )}
    </>
  );
}
