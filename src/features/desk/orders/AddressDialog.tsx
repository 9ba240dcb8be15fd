import { AddressFields } from '#features/addresses/AddressFields.tsx';
import { NewTotal } from '#features/orders/NewTotal.tsx';
import { useCorrection } from '#features/orders/useCorrection.ts';
import { type DialogProps, OrderDialog } from './OrderDialogs.tsx';
import type { Detail } from './orders.api.ts';

type Props = DialogProps & { order: Detail['order'] };

/** Corrects name, address and phone of an order. */
export function AddressDialog({ order, ...rest }: Props) {
  const { fields, quote, submit } = useCorrection(order);
  return (
    <OrderDialog
      {...rest}
      order={order}
      title={`Address of ${order.reference}`}
      action={quote ? 'The shopper agrees' : 'Save'}
      submit={({ seen }) => submit(seen)}
    >
      <AddressFields form={{ ...fields, leave: undefined }} withoutEmail />
      <NewTotal quote={quote} />
    </OrderDialog>
  );
}
