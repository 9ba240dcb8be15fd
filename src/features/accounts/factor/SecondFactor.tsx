import { useState } from 'react';
import { api, type ResponseOf, send } from '#lib/api.ts';
import { AccountForm } from '#shared/account/AccountForm.tsx';
import { accountSchema } from '#shared/account/account-schema.dom.ts';
import { CodeField } from '#shared/account/CodeField.tsx';
import { PasswordField } from '#shared/account/PasswordField.tsx';
import { RecoveryCodes } from '#shared/account/RecoveryCodes.tsx';
import { SecondFactorSetUp } from '#shared/account/SecondFactorSetUp.tsx';
import { useForm } from '#ui/useForm.ts';
import { AccountSection } from '../AccountSection.tsx';
import '#shared/account/second-factor.css';

type Props = { account: ResponseOf<typeof api.user.me.$get>; onChange: () => void };

/** The second factor of an operator: its state, its setup, and new recovery codes. */
export default function SecondFactor({ account: { secondFactor, recoveryCodes }, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onChange();
  };
  const cancel = () => setOpen(false);
  const left = `${recoveryCodes} recovery ${recoveryCodes === 1 ? 'code' : 'codes'} left`;
  return (
    <AccountSection part="factor" lead={secondFactor ? `On, ${left}.` : 'Off.'}>
      {open &&
        (secondFactor ? (
          <NewCodes onDone={close} onCancel={cancel} />
        ) : (
          <SecondFactorSetUp onDone={close} onCancel={cancel} />
        ))}
      {!open && (
        <>
          {secondFactor && (
            <p className="soft small">
              Have you lost the phone, or got a new one? Another operator can reset two-step sign-in at the
              desk, under Operators; then you set it up again.
            </p>
          )}
          <button type="button" className="button quiet account-add" onClick={() => setOpen(true)}>
            {secondFactor ? 'New Recovery Codes' : 'Set Up Two-Step Sign-In'}
          </button>
        </>
      )}
    </AccountSection>
  );
}

/** Creates ten new codes, after the password and a code were entered. */
function NewCodes({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [codes, setCodes] = useState<string[]>();
  const form = useForm({
    initial: { password: '', code: '' },
    schema: accountSchema('proofForm'),
    send: (json) => send(api.user['second-factor']['recovery-codes'].$post({ json })),
    onDone: (data) => setCodes(data.codes),
  });
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <AccountForm className="factor-step stack" form={form} action="Make New Codes" onCancel={onCancel}>
      <p>Your old codes then stop working.</p>
      <PasswordField label="Your password" {...form.field('password')} />
      <CodeField {...form.field('code')} />
    </AccountForm>
  );
}
