import { RadioField } from '#ui/RadioField.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { Form } from '#ui/useForm.ts';

export const noAccount = { upiId: '', name: '', account: '', ifsc: '' };
type AccountFields = typeof noAccount;

export type Transfer = 'upi' | 'bank_transfer';
const transfers: Record<Transfer, string> = { upi: 'UPI', bank_transfer: 'Bank account' };

export const payoutOf = (transfer: Transfer, { upiId, name, account, ifsc }: AccountFields) =>
  transfer === 'upi' ? { kind: transfer, upiId } : { kind: transfer, name, account, ifsc };

type PayoutProps = {
  form: Pick<Form<AccountFields>, 'field'>;
  transfer: Transfer;
  onTransfer: (transfer: Transfer) => void;
};

/** Where the money goes that no online payment takes back. */
export const Payout = ({ form, transfer, onTransfer }: PayoutProps) => (
  <RadioField
    legend="Where should we send the money?"
    name="transfer"
    value={transfer}
    options={transfers}
    onChange={onTransfer}
  >
    {transfer === 'upi' ? (
      <TextField
        {...form.field('upiId')}
        label="UPI ID"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="In your own name, such as name@bank. We never ask for a PIN or an OTP."
      />
    ) : (
      <>
        <TextField {...form.field('name')} label="Name on the account" autoComplete="name" />
        <TextField
          {...form.field('account')}
          label="Account number"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          {...form.field('ifsc')}
          label="IFSC"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
      </>
    )}
  </RadioField>
);
