import { useId, useRef } from 'react';
import { AccountForm } from '#shared/account/AccountForm.tsx';
import { CodeField } from '#shared/account/CodeField.tsx';
import { PasswordField } from '#shared/account/PasswordField.tsx';
import { type FormProblem, useForm } from '#ui/useForm.ts';

const empty = { password: '', code: '' };

type Props = {
  /** The text of the button that opens the dialog. */
  opener: string;
  title: string;
  text: string;
  /** The texts of its two buttons. */
  action: string;
  cancel?: string;
  /** Whether the action cannot be undone. */
  danger?: boolean;
  /** Whether the account has a second factor. */
  secondFactor: boolean;
  /** Sends the form. @returns the problem, if any */
  onProof: (proof: typeof empty, close: () => void) => Promise<FormProblem | undefined>;
};

/** A button whose dialog asks for the password and, if needed, the code. */
export function ProofDialog({ opener, title, text, action, cancel = 'Cancel', danger, ...rest }: Props) {
  const { secondFactor, onProof } = rest;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const close = () => dialog.current?.close();
  const form = useForm(empty, (proof) => onProof(proof, close));
  const reset = () => {
    form.set(empty);
    form.setProblem(undefined);
  };
  const buttonClass = danger ? 'account-danger' : '';
  return (
    <>
      <button
        type="button"
        className={`button quiet account-add ${buttonClass}`}
        onClick={() => dialog.current?.showModal()}
      >
        {opener}
      </button>
      <dialog ref={dialog} className="dialog account-dialog" aria-labelledby={heading} onClose={reset}>
        <AccountForm form={form} action={action} buttonClass={buttonClass} onCancel={close} cancel={cancel}>
          <h3 id={heading}>{title}</h3>
          <p>{text}</p>
          <PasswordField {...form.field('password')} />
          {secondFactor && <CodeField {...form.field('code')} />}
        </AccountForm>
      </dialog>
    </>
  );
}
