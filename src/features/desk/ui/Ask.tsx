import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Failure, Outcome } from '#lib/outcome.ts';
import { toast } from '#ui/toast.ts';
import './ask.css';
import { PasswordAgain } from './PasswordAgain.tsx';

type Props = {
  title: string;
  /** What the button does: `Hide review`. */
  action: string;
  /** Asks for the operator's password, and code, too: refunds, roles and exports. */
  password?: boolean;
  /** Fields and words; given the errors by field, it shows them where they belong. */
  children?: ReactNode | ((errors: Record<string, string>) => ReactNode);
  /** Fields are read from the form by their names; `proofOf` takes password and code from it when they were asked for. */
  onSubmit: (form: FormData) => Promise<Outcome<{ message?: string }>>;
  onClose: () => void;
  /** After it was done. */
  onDone: () => void;
  /** Somebody else was quicker: what has changed meanwhile is shown, and the list asked anew. */
  onStale?: () => void;
};

/** A question in a dialog, with its fields; open from when it is rendered. */
export function Ask({ title, action, password, children, onSubmit, onClose, onDone, onStale }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);

  const fields = failure?.fields ?? {};
  /** Said at its field already. */
  const atField = typeof children === 'function' && Object.values(fields).includes(failure?.message ?? '');

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setFailure(undefined);
    const answer = await onSubmit(form);
    setBusy(false);
    if (!answer.ok) {
      setFailure(answer);
      if (answer.code === 'changed') onStale?.();
      return;
    }
    if (answer.data.message) toast({ message: answer.data.message });
    dialog.current?.close();
    onDone();
  };

  return (
    <dialog ref={dialog} className="desk-ask" aria-labelledby={heading} onClose={onClose}>
      <form onSubmit={submit}>
        <h2 id={heading}>{title}</h2>
        {typeof children === 'function' ? children(fields) : children}
        {password && <PasswordAgain errors={fields} />}
        {failure && !fields.password && !fields.code && !atField && (
          <p className="notice error" role="alert">
            {failure.message}
          </p>
        )}
        <div className="actions">
          <button type="button" className="button quiet" onClick={() => dialog.current?.close()}>
            Back
          </button>
          <button type="submit" className="button" aria-busy={busy} disabled={busy}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  );
}
