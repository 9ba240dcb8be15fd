import { useId, useRef } from 'react';
import type { Outcome } from '#lib/outcome.ts';
import { AccountForm } from '#shared/account/AccountForm.tsx';
import { accountSchema } from '#shared/account/account-schema.dom.ts';
import { CodeField } from '#shared/account/CodeField.tsx';
import { PasswordField } from '#shared/account/PasswordField.tsx';
import { useForm } from '#ui/useForm.ts';

const empty = { password: '', code: '' };

type Props<Done> = {
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
  send: (proof: typeof empty) => Promise<Outcome<Done>>;
  onDone: (done: Done, close: () => void) => unknown;
};

/** A button whose dialog asks for the password and, if needed, the code. */
export function ProofDialog<Done>({
  opener,
  title,
  text,
  action,
  cancel = 'Cancel',
  danger,
  secondFactor,
  send,
  onDone,
}: Props<Done>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const close = () => dialog.current?.close();
  const form = useForm({
    initial: empty,
    schema: accountSchema('proofForm'),
    send,
    onDone: (done: Done) => onDone(done, close),
  });
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
