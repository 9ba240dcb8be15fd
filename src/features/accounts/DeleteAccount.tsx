import { useId, useRef } from 'react';
import { api, send } from '#lib/api.ts';
import { setFlash } from '#lib/flash.ts';
import { paths } from '#lib/paths.ts';
import { FormEnd } from '#ui/FormEnd.tsx';
import { useForm } from '#ui/useForm.ts';
import { AccountSection } from './AccountSection.tsx';
import { CodeField } from './CodeField.tsx';
import { loadRules, sendForm } from './checked.ts';
import { PasswordField } from './PasswordField.tsx';
import { forgetSession, untilGone } from './session.ts';

/** The end of an account: what goes, what stays and why, and the password once more. */
export function DeleteAccount({ token, secondFactor }: { token: string; secondFactor: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const form = useForm({ password: '', code: '' }, (json) =>
    sendForm(
      'deleteForm',
      json,
      () => send(api.user.delete.$post({ json })),
      ({ message }) => {
        setFlash({ message, kind: 'success' });
        location.replace(paths.home);
        forgetSession(token);
        return untilGone;
      },
    ),
  );
  const close = () => dialog.current?.close();
  const reset = () => {
    form.set({ password: '', code: '' });
    form.setProblem(undefined);
  };
  return (
    <AccountSection part="delete">
      <div className="prose">
        <p>
          Deleting erases your name, email address, password, addresses and cart. If your email address is
          confirmed, its newsletter and codes go too. It cannot be undone.
        </p>
        <p>
          Tax law makes us keep what was sold: what, when, for how much, and to which state and pincode,
          without your name. Reviews stay too, as those of “Anonymous”, and messages to us stay for a while,
          so that we can answer for them. While an order is on its way or a refund is due, the account has to
          wait.
        </p>
      </div>
      <button
        type="button"
        className="button quiet account-add account-danger"
        onClick={() => dialog.current?.showModal()}
      >
        Delete My Account
      </button>
      <dialog ref={dialog} className="account-dialog" aria-labelledby={title} onClose={reset}>
        <form
          className="account-form"
          ref={form.ref}
          onSubmit={form.onSubmit}
          onFocus={() => void loadRules()}
          noValidate
        >
          <h3 id={title}>Delete your account for good?</h3>
          <p>Please enter your password, so that we know it is you.</p>
          <PasswordField {...form.field('password')} />
          {secondFactor && <CodeField {...form.field('code')} />}
          <FormEnd
            className="account-danger"
            problem={form.problem}
            busy={form.busy}
            other={
              <button type="button" className="button quiet" onClick={close}>
                Keep My Account
              </button>
            }
          >
            Delete for Good
          </FormEnd>
        </form>
      </dialog>
    </AccountSection>
  );
}
