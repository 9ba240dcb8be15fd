import type { ReactNode } from 'react';
import type { FormProblem } from './useForm.ts';
import { useMounted } from './useMounted.ts';

type Props = {
  problem: FormProblem | undefined;
  busy: boolean;
  /** What the button says. */
  children: ReactNode;
  className?: string;
  /** Beside it: the other choice. */
  other?: ReactNode;
};

/** The end of a form: what is wrong with the whole of it, and the button that sends it. */
export function FormEnd({ problem, busy, children, className = '', other }: Props) {
  const mounted = useMounted();
  // Until React listens, Enter would send the form as an address, a password in it.
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
