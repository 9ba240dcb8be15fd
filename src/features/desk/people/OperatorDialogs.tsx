/** The dialogs of the operators' screen. All ask for the password. */
import { useState } from 'react';
import { api, send } from '#lib/api.ts';
import { TextField } from '#ui/TextField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { readProof } from '../ui/proof.ts';
import type { Operator } from './Operators.tsx';

type Props = { onClose: () => void; onChanged: () => void };

/** Makes an account an operator, by its email address. */
export function AddOperatorDialog({ onClose, onChanged }: Props) {
  const [email, setEmail] = useState('');
  return (
    <FormDialog
      title="Add an operator"
      action="Add operator"
      password
      onSubmit={(form) => send(api.desk.people.add.$post({ json: { email, ...readProof(form) } }))}
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
            They are signed out everywhere and choose a new password by email (“Forgot your password?”), so
            that only the owner of this address can sign in.
          </p>
        </>
      )}
    </FormDialog>
  );
}

/** Makes an operator a shopper again. */
export function RemoveOperatorDialog({ operator, onClose, onChanged }: Props & { operator: Operator }) {
  const { _id: id, name, email } = operator;
  return (
    <FormDialog
      title={`Remove ${name}?`}
      action="Remove"
      password
      onSubmit={(form) => send(api.desk.people.remove.$post({ json: { id, ...readProof(form) } }))}
      onClose={onClose}
      onDone={onChanged}
      onStale={onChanged}
    >
      <p>
        {email} is signed out everywhere and loses access to the desk immediately. The account stays a
        shopper’s account, with its orders.
      </p>
    </FormDialog>
  );
}

/** Removes the second factor of an operator who has lost phone and recovery codes. */
export function ResetFactorDialog({ operator, onClose, onChanged }: Props & { operator: Operator }) {
  const { _id: id, name, email } = operator;
  return (
    <FormDialog
      title={`Reset two-step sign-in of ${name}?`}
      action="Reset"
      password
      onSubmit={(form) =>
        send(api.desk.people['reset-second-factor'].$post({ json: { id, ...readProof(form) } }))
      }
      onClose={onClose}
      onDone={onChanged}
      onStale={onChanged}
    >
      <p>
        {email} is signed out everywhere. Afterwards the password alone is enough to set up two-step sign-in
        again, so make sure that the request is theirs, for example by a call. All operators get an email.
      </p>
    </FormDialog>
  );
}
