/** The dialogs that export and erase a customer's data. Both ask for the operator's password. */
import { goTo } from '#domain/desk/route.ts';
import { api, send } from '#lib/api.ts';
import { saveFile } from '#lib/save-file.dom.ts';
import type { CustomerPage } from '../answers.ts';
import { ActionDialog } from '../ui/ActionDialog.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { readProof } from '../ui/proof.ts';

type Props = { customer: CustomerPage['customer']; onClose: () => void };

const nameOf = ({ name, email }: Props['customer']): string => name || email;

/** Saves the customer's data as a file. */
export const ExportDialog = ({ customer, onClose }: Props) => (
  <FormDialog
    title={`Export the data of ${nameOf(customer)}?`}
    action="Export"
    password
    onSubmit={async (form) => {
      const answer = await send(
        api.desk.customers[':id'].export.$post({ param: { id: customer.id }, json: readProof(form) }),
      );
      if (!answer.ok) return answer;
      const { success, file, ...content } = answer.data;
      saveFile(file, JSON.stringify(content, null, 2), 'application/json');
      return { ...answer, data: { message: `${file} is saved.` } };
    }}
    onClose={onClose}
  >
    <p>
      The file has what {customer.guest ? 'all guests with this address have' : 'this account has'} stored
      here, with your notes. Your name and the time are kept in the audit list.
    </p>
    <p>
      Make sure that the request is theirs, and send the file to {customer.email} only. Then delete it from
      this device.
    </p>
  </FormDialog>
);

/** Erases the customer, and leads back to the list. */
export const EraseDialog = ({ customer, onClose }: Props) => (
  <ActionDialog
    title={`Erase the data of ${nameOf(customer)}?`}
    action="Erase for ever"
    password
    call={api.desk.customers[':id'].erase.$post}
    input={{ param: { id: customer.id } }}
    onClose={onClose}
    onDone={() => goTo({ screen: 'customers' })}
  >
    <p>
      <strong>What goes:</strong>{' '}
      {customer.guest
        ? 'the name, email address, phone and street of all orders by guests with this address, their cart and your notes. Messages and the newsletter of the address stay, since nobody has proved that it is theirs.'
        : 'the account with its addresses and cart, the name, email address, phone and street of its orders, and your notes; if the address is confirmed, also the newsletter, codes and emails.'}
    </p>
    <p>
      <strong>What stays:</strong> orders and payments without the person, invoices and credit notes as the
      law requires, reviews without a name, and messages for their time.
    </p>
    <p>
      Nothing can bring it back. Make sure that the request is theirs.
      {!customer.guest && ` An email to ${customer.email} confirms it.`}
    </p>
  </ActionDialog>
);
