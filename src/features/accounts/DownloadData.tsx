import { useId, useRef } from 'react';
import { api, send } from '#lib/api.ts';
import { FormEnd } from '#ui/FormEnd.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/useForm.ts';
import { AccountSection } from './AccountSection.tsx';
import { CodeField } from './CodeField.tsx';
import { loadRules, sendForm } from './checked.ts';
import { PasswordField } from './PasswordField.tsx';

/** Saves a file on the device. Its content is freed with the page. */
function save(name: string, content: object): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }));
  link.download = name;
  link.click();
}

/** Everything that is stored about the person, as a file, once they have entered their password. */
export function DownloadData({ secondFactor }: { secondFactor: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const close = () => dialog.current?.close();
  const form = useForm({ password: '', code: '' }, (json) =>
    sendForm(
      'proofForm',
      json,
      () => send(api.user.export.$post({ json })),
      ({ success, file, ...content }) => {
        save(file, content);
        close();
        toast({ message: 'Your data is downloaded.' });
      },
    ),
  );
  const reset = () => {
    form.set({ password: '', code: '' });
    form.setProblem(undefined);
  };
  return (
    <AccountSection part="data">
      <div className="prose">
        <p>
          Download what we have stored about you as one file (JSON): your account, sign-ins and devices,
          addresses, cart, reviews, and your orders with their payments, refunds and history.
        </p>
        <p>
          Messages to us with our answers, your newsletter subscription, your codes and the list of our emails
          are in it once your email address is confirmed. Passwords and keys are never in it.
        </p>
      </div>
      <button type="button" className="button quiet account-add" onClick={() => dialog.current?.showModal()}>
        Download My Data
      </button>
      <dialog ref={dialog} className="account-dialog" aria-labelledby={title} onClose={reset}>
        <form
          className="account-form"
          ref={form.ref}
          onSubmit={form.onSubmit}
          onFocus={() => void loadRules()}
          noValidate
        >
          <h3 id={title}>Download your data</h3>
          <p>
            Please enter your password, so that we know it is you. Keep the file where only you can read it.
          </p>
          <PasswordField {...form.field('password')} />
          {secondFactor && <CodeField {...form.field('code')} />}
          <FormEnd
            problem={form.problem}
            busy={form.busy}
            other={
              <button type="button" className="button quiet" onClick={close}>
                Cancel
              </button>
            }
          >
            Download
          </FormEnd>
        </form>
      </dialog>
    </AccountSection>
  );
}
