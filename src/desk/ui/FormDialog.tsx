import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Failure, Outcome } from '#lib/outcome.ts';
import { focusFirstError } from '#ui/focus-first-error.dom.ts';
import { toast } from '#ui/toast.dom.ts';
import './form-dialog.css';
import { ProofFields } from './ProofFields.tsx';

type Props = {
  title: string;
  /** Label of the submit button: `Hide review`. */
  action: string;
  /** Whether there is nothing to submit yet. */
  disabled?: boolean | undefined;
  /** Also asks for the operator's password and code, or for the password `alone`. */
  password?: boolean | 'alone' | undefined;
  /** Fields and text; a function gets the errors by field. */
  children?: ReactNode | ((errors: Record<string, string>) => ReactNode);
  /** Gets the form's data; `readProof` reads password and code from it. `undefined`: the dialog itself shows what to do next. */
  onSubmit: (form: FormData) => Promise<Outcome<{ message?: string }> | undefined>;
  onClose?: () => void;
  /** It has no way back, and covers the page. */
  isRequired?: boolean;
  /** Called after success. */
  onDone?: () => void;
  /** Called after success and after a 409 `changed`, to reload the list. */
  onChanged?: () => void;
};

/** A dialog with a form. It opens when it is rendered. */
export function FormDialog({
  title,
  action,
  disabled = false,
  password,
  children,
  onSubmit,
  onClose,
  isRequired = false,
  onDone,
  onChanged,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);

  const fields = failure?.fields ?? {};
  /** Whether the message is already shown at its field. */
  const atField = typeof children === 'function' && Object.values(fields).includes(failure?.message ?? '');

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const { currentTarget } = event;
    const form = new FormData(currentTarget);
    setBusy(true);
    setFailure(undefined);
    const answer = await onSubmit(form);
    setBusy(false);
    if (!answer) return;
    if (!answer.ok) {
      focusFirstError(currentTarget, () => setFailure(answer));
      if (answer.code === 'changed') onChanged?.();
      return;
    }
    if (answer.data.message) toast({ message: answer.data.message });
    dialog.current?.close();
    onDone?.();
    onChanged?.();
  };

  return (
    <dialog
      ref={dialog}
      className="dialog desk-dialog"
      aria-labelledby={heading}
      closedby={isRequired ? 'none' : undefined}
      onCancel={(event) => isRequired && event.preventDefault()}
      onClose={() => onClose?.()}
    >
      <form className="stack" onSubmit={submit}>
        <h2 id={heading}>{title}</h2>
        {typeof children === 'function' ? children(fields) : children}
        {password && <ProofFields errors={fields} alone={password === 'alone'} />}
        {failure && !fields.password && !fields.code && !atField && (
          <p className="notice error" role="alert">
            {failure.message}
          </p>
        )}
        <div className="actions">
          {!isRequired && (
            <button type="button" className="button quiet" onClick={() => dialog.current?.close()}>
              Back
            </button>
          )}
          <button type="submit" className="button" aria-busy={busy} disabled={disabled}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  );
}
