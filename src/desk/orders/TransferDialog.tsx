import { formatRupees } from '../format-rupees.ts';
import { DialogField, textOf } from '../ui/DialogField.tsx';
import { readProof } from '../ui/proof.ts';
import { type DialogProps, OrderDialog } from './OrderDialogs.tsx';
import { changeOrder } from './orders.api.ts';

/** Records what has come to the shop's account. @property left rupees that are missing; undefined where it does not wait */
export const TransferDialog = ({
  order,
  ...rest
}: Omit<DialogProps, 'order'> & { order: DialogProps['order'] & { left: number | undefined } }) => (
  <OrderDialog
    {...rest}
    order={order}
    title={`Bank transfer for ${order.reference}`}
    action="Record transfer"
    password
    submit={(version, form) =>
      changeOrder.transfer(version, {
        amount: Number(textOf(form, 'amount')),
        utr: textOf(form, 'utr'),
        password: readProof(form).password,
      })
    }
  >
    {(errors) => (
      <>
        <p>
          {order.left === undefined
            ? 'The order no longer waits for it: what you record is sent back under Refunds.'
            : `${formatRupees(order.left)} is missing. The order is placed when the whole of it has come; what is too much is sent back.`}
        </p>
        <DialogField
          label="Amount in rupees"
          name="amount"
          inputMode="decimal"
          pattern="\d+(\.\d{1,2})?"
          initial={order.left === undefined ? '' : String(order.left)}
          required
          errors={errors}
        />
        <DialogField label="UTR, as the bank lists it" name="utr" maxLength={40} required errors={errors} />
      </>
    )}
  </OrderDialog>
);
