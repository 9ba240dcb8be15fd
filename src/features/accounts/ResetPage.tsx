import { useState } from 'react';
import { api, send } from '#lib/api.ts';
import { setFlash } from '#lib/flash.dom.ts';
import type { Failure } from '#lib/outcome.ts';
import { paths } from '#lib/paths.ts';
import { useForm } from '#ui/useForm.ts';
import '#ui/fields.css';
import { accountSchema } from '#shared/account/account-schema.dom.ts';
import { $device } from '#shared/account/device.store.ts';
import { PasswordField } from '#shared/account/PasswordField.tsx';
import { startSession, untilUnload } from '#shared/account/session.api.ts';
import { FormPage } from './FormPage.tsx';
import { NextStep } from './NextStep.tsx';
import { useLinkToken } from './useLinkToken.ts';

/** Sets a new password with the link of an email, signs in and leads to the account. */
export default function ResetPage() {
  const { token, drop } = useLinkToken();
  const [dead, setDead] = useState<string>();

  const end = ({ message }: Failure) => {
    drop();
    setDead(message);
  };
  if (dead) return <AskAgain title="This link no longer works" why={dead} arrives />;
  if (token === '')
    return (
      <AskAgain
        title="This link is not complete"
        why="To choose a new password, open the link in our email. Or ask for a new one."
      />
    );
  return <NewPassword token={token} onDead={end} />;
}

type FormProps = { token: string | undefined; onDead: (why: Failure) => void };

function NewPassword({ token, onDead }: FormProps) {
  const form = useForm({
    initial: { token: '', password: '' },
    schema: accountSchema('resetForm'),
    async send({ password }) {
      const json = { token: token ?? '', password, device: $device.get() };
      const answer = await send(api.user.reset.$post({ json }));
      if (!answer.ok && isDead(answer)) onDead(answer);
      return answer;
    },
    async onDone(data) {
      // A link does not sign in to an account with a second factor.
      if (data.token) {
        $device.set(data.device);
        await startSession(data.token);
      }
      setFlash({ message: data.message, kind: 'success' });
      location.replace(data.token ? paths.account : paths.login);
      return untilUnload;
    },
  });
  return (
    <FormPage form={form} title="Choose a new password" action="Save and sign in">
      <p className="soft login-lead">It is valid at once. You are signed out on all other devices.</p>
      <PasswordField label="New password" fresh {...form.field('password')} />
    </FormPage>
  );
}

/** The link was used, is too old, or was tried too often: another try cannot succeed. */
const isDead = ({ code }: Failure): boolean => code === 'link_dead' || code === 'too_many';

function AskAgain({ title, why, arrives = false }: { title: string; why: string; arrives?: boolean }) {
  return (
    <NextStep
      title={title}
      arrives={arrives}
      actions={
        <>
          <a className="button" href={paths.forgot}>
            Ask for a new link
          </a>
          <a className="button plain" href={paths.login}>
            Back to login
          </a>
        </>
      }
    >
      <p>{why}</p>
    </NextStep>
  );
}
