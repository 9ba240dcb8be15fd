import { CorrectionFields } from '#shared/order/CorrectionFields.tsx';
import { type CorrectedPart, useCorrection } from '#shared/order/useCorrection.ts';
import { type DialogProps, OrderDialog } from './OrderDialogs.tsx';
import type { Detail } from './orders.api.ts';

type Props = DialogProps & { order: Detail['order']; part: CorrectedPart };

/** Corrects name, address and phone of an order, or the business that its invoice is for. */
export function CorrectionDialog({ order, part, ...rest }: Props) {
  const correction = useCorrection(order, part);
  return (
    <OrderDialog
      {...rest}
      order={order}
      title={`${part === 'address' ? 'Address' : 'GST invoice'} of ${order.reference}`}
      action={correction.quote ? 'The shopper agrees' : 'Save'}
      submit={({ seen }) => correction.submit(seen)}
    >
      <CorrectionFields correction={correction} part={part} />
    </OrderDialog>
  );
}
