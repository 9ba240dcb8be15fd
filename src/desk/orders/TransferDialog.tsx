import { plainRupees } from 'shop-import/rupees';
import { formatPrice } from '#lib/money.ts';
import { readProof } from '../ui/proof.ts';
import { type DialogProps, OrderDialog } from './OrderDialogs.tsx';
import { changeOrder } from './orders.api.ts';

/** Records what has come to the shop's account. @property left paise that are missing; undefined where it does not wait */
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
    intro={
      <p>
        {order.left === undefined
          ? 'The order no longer waits for it: what you record is sent back under Refunds.'
          : `${formatPrice(order.left)} is missing. The order is placed when the whole of it has come; what is too much is sent back.`}
      </p>
    }
    fields={{
      amount: {
        kind: 'amount',
        label: 'Amount in rupees',
        initial: order.left === undefined ? '' : plainRupees(order.left),
      },
      utr: { label: 'UTR, as the bank lists it', maxLength: 40 },
    }}
    submit={(version, transfer, form) =>
      changeOrder.transfer(version, { ...transfer, password: readProof(form).password })
    }
  />
);
