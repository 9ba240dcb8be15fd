/** The dialogs of the operators' screen. All ask for the password. */
import { api } from '#lib/api.ts';
import type { Operator } from '../answers.ts';
import { ActionDialog } from '../ui/ActionDialog.tsx';
import type { DialogEnds } from '../ui/DeskList.tsx';

/** Makes an account an operator, by its email address. */
export const AddOperatorDialog = (ends: DialogEnds) => (
  <ActionDialog
    {...ends}
    title="Add an operator"
    action="Add operator"
    password
    call={api.desk.people.add.$post}
    fields={{
      email: { label: 'Their email', type: 'email', hint: 'The address of an account in this shop' },
    }}
  >
    <p>
      They are signed out everywhere and choose a new password by email (“Forgot your password?”), so that
      only the owner of this address can sign in.
    </p>
  </ActionDialog>
);

type Props = DialogEnds & { operator: Operator };

/** Makes an operator a shopper again. */
export const RemoveOperatorDialog = ({ operator: { id, name, email }, ...ends }: Props) => (
  <ActionDialog
    {...ends}
    title={`Remove ${name}?`}
    action="Remove"
    password
    call={api.desk.people.remove.$post}
    input={{ json: { id } }}
  >
    <p>
      {email} is signed out everywhere and loses access to the desk immediately. The account stays a shopper’s
      account, with its orders.
    </p>
  </ActionDialog>
);

/** Lets an operator change products, prices and texts, or no longer. */
export const ContentDialog = ({ operator: { id, name, editsContent }, ...ends }: Props) => (
  <ActionDialog
    {...ends}
    title={
      editsContent ? `Take products and texts away from ${name}?` : `May ${name} change products and texts?`
    }
    action={editsContent ? 'Take away' : 'Allow'}
    password
    call={api.desk.people.content.$post}
    input={{ json: { id, allowed: !editsContent } }}
  >
    <p>
      {editsContent
        ? 'They still work with orders, returns and stock. An editor that they have open works for up to an hour more.'
        : 'They may then change prices, sales and the status of products at the desk, and all of the content in the editor.'}
    </p>
  </ActionDialog>
);

/** Removes the second factor of an operator who has lost phone and recovery codes. */
export const ResetFactorDialog = ({ operator: { id, name, email }, ...ends }: Props) => (
  <ActionDialog
    {...ends}
    title={`Reset two-step sign-in of ${name}?`}
    action="Reset"
    password
    call={api.desk.people['reset-second-factor'].$post}
    input={{ json: { id } }}
  >
    <p>
      {email} is signed out everywhere. Afterwards the password alone is enough to set up two-step sign-in
      again, so make sure that the request is theirs, for example by a call. All operators get an email.
    </p>
  </ActionDialog>
);
