import { useEffect, useState } from 'react';
import { api, send } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';
import { takeSessionStorage } from '#lib/session-storage.dom.ts';
import { TextField } from '#ui/TextField.tsx';
import { useForm } from '#ui/useForm.ts';
import '#ui/fields.css';
import { accountSchema } from '#shared/account/account-schema.dom.ts';
import { FormPage } from './FormPage.tsx';
import { forgottenEmailKey } from './forgotten-email.ts';
import { NextStep } from './NextStep.tsx';

/** Requests a link that sets a new password. The result looks the same for every address. */
export default function ForgotPage() {
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    initial: { email: '' },
    schema: accountSchema('forgotForm'),
    async send(json) {
      const answer = await send(api.user.forgot.$post({ json }));
      if (answer.ok) setSentTo(json.email.trim());
      return answer;
    },
  });
  const { set } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    const typed = takeSessionStorage(forgottenEmailKey);
    if (typeof typed === 'string' && typed) set({ email: typed });
  }, []);

  if (sentTo)
    return (
      <NextStep
        title="Check your email"
        actions={
          <>
            <button type="button" className="button quiet" onClick={() => setSentTo(undefined)}>
              Send another link
            </button>
            <a className="button plain" href={paths.login}>
              Back to login
            </a>
          </>
        }
      >
        <p>
          If there is an account with <strong className="login-email">{sentTo}</strong>, a link is on its way
          there. Open the newest of our emails: its link works once, for half an hour.
        </p>
        <p className="soft small">No email after a few minutes? Check your spam folder and the address.</p>
      </NextStep>
    );
  return (
    <FormPage
      form={form}
      title="Forgot your password?"
      action="Send the link"
      after={
        <a className="button plain small login-back" href={paths.login}>
          Back to login
        </a>
      }
    >
      <p className="soft login-lead">
        Tell us the email address of your account, and we send a link to choose a new one.
      </p>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        required
        {...form.field('email')}
      />
    </FormPage>
  );
}
