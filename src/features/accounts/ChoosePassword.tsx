import { useState } from 'react';
import { api, send } from '#lib/api.ts';
import { useForm } from '#ui/useForm.ts';
import '#ui/fields.css';
import { AccountForm } from '#shared/account/AccountForm.tsx';
import './choose-password.css';
import { accountSchema } from '#shared/account/account-schema.dom.ts';
import { $device } from '#shared/account/device.store.ts';
import { PasswordField } from '#shared/account/PasswordField.tsx';
import { goToAccount, isNewAccount, noteChosenPassword } from './guest.api.ts';

/**
 * Turns the guest of this device into an account.
 * @param link of an email, which proves the address; without it the shop sends one
 */
export default function ChoosePassword({ link }: { link?: string }) {
  const [said, setSaid] = useState<string>();
  const form = useForm({
    initial: { password: '' },
    schema: accountSchema('claimForm'),
    send: ({ password }) =>
      send(api.user.claim.$post({ json: { password, device: $device.get(), ...(link && { link }) } })),
    onDone(data) {
      if (isNewAccount(data)) return goToAccount(data);
      noteChosenPassword();
      return setSaid(data.message);
    },
  });
  return (
    <section className="choose-password panel stack" aria-labelledby="choose-password">
      <h2 id="choose-password">Choose a password to create an account</h2>
      {said ? (
        <p role="status">{said}</p>
      ) : (
        <AccountForm className="choose-password-form stack" form={form} action="Create Account">
          <PasswordField fresh {...form.field('password')} />
        </AccountForm>
      )}
    </section>
  );
}
