import {
  type UndeliveredReason,
  undeliveredMessage,
  undeliveredReasons,
} from '#domain/orders/undelivered.ts';
import { capitalized } from '#lib/capitalized.ts';
import {
  type GivingBackProps,
  LateNote,
  OrderDialog,
  RefundNote,
  Restock,
  reasonField,
} from './OrderDialogs.tsx';
import { changeOrder } from './orders.api.ts';

const options = Object.fromEntries(
  Object.entries(undeliveredReasons).map(([why, text]) => [why, capitalized(text)]),
);

/** Marks an order as returned because the courier could not deliver it. */
export const UndeliveredDialog = ({ order, lateSince, ...rest }: GivingBackProps) => (
  <OrderDialog
    {...rest}
    order={order}
    title={`${order.reference} came back undelivered?`}
    action="Mark as undelivered"
    fields={{
      why: {
        kind: 'choice',
        label: 'Why was it not delivered?',
        options,
        hint: 'Only operators see it. The parcel is counted for this phone number.',
      },
      reason: {
        ...reasonField('What the shopper reads', 'In the email, in My Orders and on the credit note.'),
        initial: undeliveredMessage,
      },
    }}
    submit={(version, { why, reason }, form) =>
      changeOrder.move(version, {
        status: 'Returned',
        undelivered: why as UndeliveredReason,
        reason,
        restock: form.get('restock') === 'yes',
      })
    }
  >
    <Restock />
    <RefundNote order={order} />
    <LateNote lateSince={lateSince} />
  </OrderDialog>
);
