import { useContext, useState } from 'react';
import { api, send } from '#lib/api.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import type { Outcome } from '#lib/outcome.ts';
import { paths } from '#lib/paths.ts';
import { CodeField } from '#shared/account/CodeField.tsx';
import { $device } from '#shared/account/device.store.ts';
import { DialogField, textOf } from './ui/DialogField.tsx';
import { FormDialog } from './ui/FormDialog.tsx';
import { RequiresCode, readProof } from './ui/proof.ts';

/** Signs in without leaving the page, so that open forms stay as they are. */
async function signIn(form: FormData): Promise<Outcome<{ message?: string }>> {
  const json = { email: textOf(form, 'email'), ...readProof(form), device: $device.get() };
  const answer = await send(api.user.login.$post({ json }));
  if (!answer.ok) return answer;
  if (!('token' in answer.data)) {
    const { message } = answer.data;
    return { ok: false, status: 200, code: 'one_time', message, fields: {}, body: {} };
  }
  $device.set(answer.data.device);
  const { startSession } = await loadPart(() => import('#shared/account/session.api.ts'));
  await startSession(answer.data.token);
  return { ok: true, data: {} };
}

/** Covers the desk when the session of its operator has ended, until they sign in again. */
export default function SignInAgain({ email }: { email: string }) {
  const [code, setCode] = useState('');
  const requiresCode = useContext(RequiresCode);
  return (
    <FormDialog title="Sign in again" action="Sign in" isRequired onSubmit={signIn}>
      {(errors) => (
        <>
          <p>Your session has ended. What you have typed is still here.</p>
          <DialogField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            initial={email}
            errors={errors}
          />
          <DialogField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            errors={errors}
          />
          {requiresCode && <CodeField name="code" value={code} onChange={setCode} error={errors.code} />}
          {/* Last, so that it is not what the dialog focuses first. */}
          <p>
            Or <a href={paths.home}>leave the desk</a>, without what you have typed.
          </p>
        </>
      )}
    </FormDialog>
  );
}
