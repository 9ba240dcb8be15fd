/** The questions of the operators' screen; all ask for the password. */
import { useState } from 'react';
import { api, send } from '#lib/api.ts';
import { TextField } from '#ui/TextField.tsx';
import { Ask } from '../ui/Ask.tsx';
import { proofOf } from '../ui/proof.ts';
import type { Operator } from './People.tsx';

type Props = { onClose: () => void; onChanged: () => void };

/** Makes an operator of an account, by its address. */
export function AddOperator({ onClose, onChanged }: Props) {
  const [email, setEmail] = useState('');
  return (
    <Ask
      title="Add an operator"
      action="Add operator"
      password
      onSubmit={(form) => send(api.desk.people.add.$post({ json: { email, ...proofOf(form) } }))}
      onClose={onClose}
      onDone={onChanged}
      onStale={onChanged}
    >
      {(errors) => (
        <>
          <TextField
            label="Their email"
            name="email"
            type="email"
            autoComplete="off"
            required
            value={email}
            onChange={setEmail}
            error={errors.email}
            hint="The address of an account in this shop"
          />
          <p>
            They are signed out everywhere, and choose a new password by a letter to this address (“Forgot
            your password?”), so that nobody but its reader gets in.
          </p>
        </>
      )}
    </Ask>
  );
}

/** Makes an operator a shopper again. */
export function RemoveOperator({ operator, onClose, onChanged }: Props & { operator: Operator }) {
  const { _id: id, name, email } = operator;
  return (
    <Ask
      title={`Remove ${name}?`}
      action="Remove"
      password
      onSubmit={(form) => send(api.desk.people.remove.$post({ json: { id, ...proofOf(form) } }))}
      onClose={onClose}
      onDone={onChanged}
      onStale={onChanged}
    >
      <p>
        {email} is signed out everywhere, and the desk is closed to that account at once. It stays a shopper’s
        account, with its orders.
      </p>
    </Ask>
  );
}

/** Takes the second factor off a colleague who has lost phone and recovery codes. */
export function ResetFactor({ operator, onClose, onChanged }: Props & { operator: Operator }) {
  const { _id: id, name, email } = operator;
  return (
    <Ask
      title={`Reset two-step sign-in of ${name}?`}
      action="Reset"
      password
      onSubmit={(form) =>
        send(api.desk.people['reset-second-factor'].$post({ json: { id, ...proofOf(form) } }))
      }
      onClose={onClose}
      onDone={onChanged}
      onStale={onChanged}
    >
      <p>
        {email} is signed out everywhere. Their password alone then lets them set it up anew: be sure that it
        is they who ask, best by a call. All operators get an email.
      </p>
    </Ask>
  );
}
