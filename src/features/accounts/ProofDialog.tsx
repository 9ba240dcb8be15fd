import { useId, useRef } from 'react';
import { type FormProblem, useForm } from '#ui/useForm.ts';
import { AccountForm } from './AccountForm.tsx';
import { CodeField } from './CodeField.tsx';
import { PasswordField } from './PasswordField.tsx';

const empty = { password: '', code: '' };

type Props = {
  /** What the button says that opens it. */
  opener: string;
  title: string;
  text: string;
  /** What its own two buttons say. */
  action: string;
  cancel?: string;
  /** It cannot be undone. */
  danger?: boolean;
  /** The account has a second factor. */
  secondFactor: boolean;
  /** Sends what was entered. @returns what is wrong, if anything */
  onProof: (proof: typeof empty, close: () => void) => Promise<FormProblem | undefined>;
};

/** A button that asks for the password, and the code, in a dialog. */
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
      <dialog ref={dialog} className="account-dialog" aria-labelledby={heading} onClose={reset}>
        <AccountForm
          form={form}
          action={action}
          buttonClass={buttonClass}
          other={
            <button type="button" className="button quiet" onClick={close}>
              {cancel}
            </button>
          }
        >
          <h3 id={heading}>{title}</h3>
          <p>{text}</p>
          <PasswordField {...form.field('password')} />
          {secondFactor && <CodeField {...form.field('code')} />}
        </AccountForm>
      </dialog>
    </>
  );
}
