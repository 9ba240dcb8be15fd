import type { ReactNode } from 'react';
import type { FormProblem } from './useForm.ts';
import { useMounted } from './useMounted.ts';

type Props = {
  problem: FormProblem | undefined;
  busy: boolean;
  /** The text of the button. */
  children: ReactNode;
  className?: string;
  /** Shown beside the button, such as a cancel button. */
  other?: ReactNode;
};

/** The end of a form: its problem, if any, and the submit button. */
export function FormEnd({ problem, busy, children, className = '', other }: Props) {
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
      {other ? (
        <div className="actions">
          {button}
          {other}
        </div>
      ) : (
        button
      )}
    </>
  );
}
