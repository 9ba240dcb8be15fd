/** The dialogs of the operators' screen. All ask for the password. */
import { api, send } from '#lib/api.ts';
import type { Operator } from '../answers.ts';
import { DialogField, textOf } from '../ui/DialogField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { readProof } from '../ui/proof.ts';

type Props = { onClose: () => void; onChanged: () => void };

/** The email address of an account. */
export const AccountField = ({ errors }: { errors: Record<string, string> }) => (
  <DialogField
    label="Their email"
    name="email"
    type="email"
    required
    errors={errors}
    hint="The address of an account in this shop"
  />
);

/** Makes an account an operator, by its email address. */
export const AddOperatorDialog = ({ onClose, onChanged }: Props) => (
  <FormDialog
    title="Add an operator"
    action="Add operator"
    password
    onSubmit={(form) =>
      send(api.desk.people.add.$post({ json: { email: textOf(form, 'email'), ...readProof(form) } }))
    }
    onClose={onClose}
    onChanged={onChanged}
  >
    {(errors) => (
      <>
        <AccountField errors={errors} />
        <p>
          They are signed out everywhere and choose a new password by email (“Forgot your password?”), so that
          only the owner of this address can sign in.
        </p>
      </>
    )}
  </FormDialog>
);

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
      onChanged={onChanged}
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
      onChanged={onChanged}
    >
      <p>
        {email} is signed out everywhere. Afterwards the password alone is enough to set up two-step sign-in
        again, so make sure that the request is theirs, for example by a call. All operators get an email.
      </p>
    </FormDialog>
  );
}
