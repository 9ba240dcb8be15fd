import type { ApiUser } from '#domain/accounts/account.ts';
import { api, send } from '#lib/api.ts';
import { AccountForm } from '#shared/account/AccountForm.tsx';
import { accountSchema } from '#shared/account/account-schema.dom.ts';
import { CodeField } from '#shared/account/CodeField.tsx';
import { PasswordField } from '#shared/account/PasswordField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useForm } from '#ui/useForm.ts';

type Props<Done> = { onCancel: () => void; onDone: (done: Done) => void };
/** @property secondFactor whether a code is needed with the password */
type Proving = Props<Said> & { secondFactor: boolean };
type Said = { message: string };

export function NameForm({ name, onCancel, onDone }: Props<Said & { user: ApiUser }> & { name: string }) {
  const form = useForm({
    initial: { name },
    schema: accountSchema('nameForm'),
    send: (json) => send(api.user.name.$post({ json })),
    onDone,
  });
  return (
    <AccountForm form={form} action="Save Name" onCancel={onCancel}>
      <TextField label="Name" autoComplete="name" required {...form.field('name')} />
    </AccountForm>
  );
}

export function EmailForm({ secondFactor, onCancel, onDone }: Proving) {
  const form = useForm({
    initial: { email: '', password: '', code: '' },
    schema: accountSchema('emailForm'),
    send: (json) => send(api.user.email.$post({ json })),
    onDone,
  });
  return (
    <AccountForm form={form} action="Send the Link" onCancel={onCancel}>
      <p className="soft small">
        We send a link to the new address. Until you open it, everything stays as it is.
      </p>
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        {...form.field('email')}
      />
      <PasswordField label="Your password" {...form.field('password')} />
      {secondFactor && <CodeField {...form.field('code')} />}
    </AccountForm>
  );
}

/** @param email of the account, for password managers */
export function PasswordForm({ email, secondFactor, onCancel, onDone }: Proving & { email: string }) {
  const form = useForm({
    initial: { current: '', password: '', code: '' },
    schema: accountSchema('passwordForm'),
    send: (json) => send(api.user.password.$post({ json })),
    onDone,
  });
  return (
    <AccountForm form={form} action="Change Password" onCancel={onCancel}>
      <p className="soft small">All other devices are signed out.</p>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Current password" {...form.field('current')} />
      {secondFactor && <CodeField {...form.field('code')} />}
      <PasswordField label="New password" fresh {...form.field('password')} />
    </AccountForm>
  );
}
