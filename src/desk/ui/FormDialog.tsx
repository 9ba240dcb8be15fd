import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { Outcome } from '#lib/outcome.ts';
import { toast } from '#ui/toast.dom.ts';
import type { Errors } from '#ui/useFields.ts';
import { useForm } from '#ui/useForm.ts';
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
  children?: ReactNode | ((errors: Errors) => ReactNode);
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
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const form = useForm({
    initial: {},
    async send(_, form) {
      const answer = await onSubmit(new FormData(form ?? undefined));
      if (answer && !answer.ok && answer.code === 'changed') onChanged?.();
      return answer;
    },
    onDone({ message }: { message?: string }) {
      if (message) toast({ message });
      dialog.current?.close();
      onDone?.();
      onChanged?.();
    },
  });
  const { errors, problem, busy } = form;

  return (
    <dialog
      ref={dialog}
      className="dialog desk-dialog"
      aria-labelledby={heading}
      closedby={isRequired ? 'none' : undefined}
      onCancel={(event) => isRequired && event.preventDefault()}
      onClose={() => onClose?.()}
    >
      <form className="stack" ref={form.ref} onSubmit={form.onSubmit}>
        <h2 id={heading}>{title}</h2>
        {typeof children === 'function' ? children(errors) : children}
        {password && <ProofFields errors={errors} alone={password === 'alone'} />}
        {problem?.message && (
          <p className="notice error" role="alert">
            {problem.message}
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
