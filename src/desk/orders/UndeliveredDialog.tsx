import {
  type UndeliveredReason,
  undeliveredMessage,
  undeliveredReasons,
} from '#domain/orders/undelivered.ts';
import { capitalized } from '#lib/capitalized.ts';
import { keysOf } from '#lib/keys.ts';
import { textOf } from '../ui/DialogField.tsx';
import {
  type GivingBackProps,
  LateNote,
  LongText,
  OrderDialog,
  RefundNote,
  Restock,
} from './OrderDialogs.tsx';
import { changeOrder } from './orders.api.ts';

/** Marks an order as returned because the courier could not deliver it. */
export const UndeliveredDialog = ({ order, lateSince, ...rest }: GivingBackProps) => (
  <OrderDialog
    {...rest}
    order={order}
    title={`${order.reference} came back undelivered?`}
    action="Mark as undelivered"
    submit={(version, form) =>
      changeOrder.move(version, {
        status: 'Returned',
        undelivered: textOf(form, 'why') as UndeliveredReason,
        reason: textOf(form, 'reason'),
        restock: form.get('restock') === 'yes',
      })
    }
  >
    <label className="field">
      <span className="label">Why was it not delivered?</span>
      <select name="why" required>
        <option value="">Choose one</option>
        {keysOf(undeliveredReasons).map((why) => (
          <option key={why} value={why}>
            {capitalized(undeliveredReasons[why])}
          </option>
        ))}
      </select>
      <span className="hint">Only operators see it. The parcel is counted for this phone number.</span>
    </label>
    <LongText
      label="What the shopper reads"
      hint="In the email, in My Orders and on the credit note."
      initial={undeliveredMessage}
    />
    <Restock />
    <RefundNote order={order} />
    <LateNote lateSince={lateSince} />
  </OrderDialog>
);
