import { type ComponentProps, useRef, useState } from 'react';
import type { DeskEvent } from '#domain/orders/order-rules.ts';
import { isPaidOnDelivery } from '#domain/payments/payment-methods.ts';
import { formatDay, startOfDay } from '#lib/dates.ts';
import type { Outcome } from '#lib/outcome.ts';
import { formatRupees } from '../format-rupees.ts';
import { textOf } from '../ui/DialogField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { readProof } from '../ui/proof.ts';
import { CollectedTick } from './CollectedTick.tsx';
import { movedToast } from './moved-toast.dom.ts';
import { NewEvents } from './NewEvents.tsx';
import { changeOrder, changesSince, type ListedOrder, type OrderVersion } from './orders.api.ts';

/** An order's state after a change. */
type OrderState = Partial<Pick<ListedOrder, 'status' | 'seen' | 'trackingId'>>;

export type DialogProps = {
  order: OrderVersion & Pick<ListedOrder, 'reference' | 'status' | 'amount' | 'payment' | 'paymentMethod'>;
  onClose: () => void;
  onStale: (now: OrderState) => void;
  onDone: (now: OrderState) => void;
};

/** @property lateSince the last day on which its credit notes reduced the tax, `2027-11-30`; null while they do */
export type GivingBackProps = DialogProps & { lateSince: string | null };

/** Warns that the shop bears the GST of what is given back. */
export const LateNote = ({ lateSince }: Pick<GivingBackProps, 'lateSince'>) =>
  lateSince && (
    <p className="notice">
      Since {formatDay(startOfDay(lateSince) ?? 0)} a credit note no longer reduces the tax of this order’s
      invoice (CGST Act, section 34(2)): the shop bears its GST.
    </p>
  );

type Props = DialogProps & {
  title: string;
  action: string;
  disabled?: boolean;
  /** Asks for the operator's password. */
  password?: boolean;
  children?: ComponentProps<typeof FormDialog>['children'];
  submit: (
    version: OrderVersion,
    form: FormData,
  ) => Promise<Outcome<OrderState & { message?: string; undoUntil?: string | null }> | undefined>;
};

/**
 * A dialog about an order. When somebody else has changed the order, it stays open and shows their events, and the next
 * attempt carries the new `seen`.
 */
export function OrderDialog({
  order,
  title,
  action,
  disabled,
  password = false,
  children,
  submit,
  onClose,
  onStale,
  onDone,
}: Props) {
  const [changes, setChanges] = useState<DeskEvent[]>([]);
  const done = useRef<OrderState>({});
  const { orderId, seen } = order;
  const submitChange = async (form: FormData) => {
    const answer = await submit({ orderId, seen }, form);
    if (!answer) return undefined;
    if (answer.ok) {
      done.current = answer.data;
      const { message, seen, undoUntil } = answer.data;
      if (message && undoUntil) {
        movedToast(message, { orderId, seen, undoUntil }, (now) => onStale(now ?? {}));
        return { ok: true, data: {} } as const;
      }
    }
    const meanwhile = answer.ok ? undefined : changesSince(answer);
    if (meanwhile) {
      setChanges((before) => [...before, ...meanwhile.changes]);
      onStale({ status: meanwhile.status, seen: meanwhile.seen });
    }
    return answer;
  };
  const newEvents = <NewEvents changes={changes} />;
  return (
    <FormDialog
      title={title}
      action={action}
      disabled={disabled}
      password={password && 'alone'}
      onSubmit={submitChange}
      onClose={onClose}
      onDone={() => onDone(done.current)}
    >
      {typeof children === 'function' ? (
        (errors) => (
          <>
            {children(errors)}
            {newEvents}
          </>
        )
      ) : (
        <>
          {children}
          {newEvents}
        </>
      )}
    </FormDialog>
  );
}

type LongTextProps = {
  label: string;
  hint: string;
  name?: string;
  rows?: number;
  maxLength?: number;
  initial?: string;
};

export function LongText({
  label,
  hint,
  name = 'reason',
  rows = 2,
  maxLength = 200,
  initial,
}: LongTextProps) {
  return (
    <label className="field">
      <span className="label">{label}</span>
      <textarea name={name} rows={rows} maxLength={maxLength} defaultValue={initial} required />
      <span className="hint">{hint}</span>
    </label>
  );
}

/** Whether the pieces of what came back go into stock. */
export const Restock = () => (
  <fieldset className="desk-choice">
    <legend>Can its pieces be sold again?</legend>
    <label className="tick">
      <input type="radio" name="restock" value="yes" required /> Yes, back into stock
    </label>
    <label className="tick">
      <input type="radio" name="restock" value="no" /> No
    </label>
  </fieldset>
);

/** What is refunded when an order comes back. */
export const RefundNote = ({ order: { payment, amount } }: Pick<DialogProps, 'order'>) =>
  payment && <p>{formatRupees(amount)} must be refunded: the refund will wait under Refunds.</p>;

/** Marks an order as returned. */
export const ReturnDialog = ({ order, lateSince, ...rest }: GivingBackProps) => (
  <OrderDialog
    {...rest}
    order={order}
    title={`Mark ${order.reference} as returned?`}
    action="Mark as returned"
    submit={(version, form) =>
      changeOrder.move(version, {
        status: 'Returned',
        reason: textOf(form, 'reason'),
        restock: form.get('restock') === 'yes',
      })
    }
  >
    <LongText label="Why did it come back?" hint="The shopper sees it too." />
    <Restock />
    <RefundNote order={order} />
    <LateNote lateSince={lateSince} />
  </OrderDialog>
);

/** Marks an order as delivered, and its cash as collected if it owes any, which asks for the password. */
export function DeliveredDialog({ order, ...rest }: DialogProps) {
  const [collected, setCollected] = useState(false);
  return (
    <OrderDialog
      {...rest}
      order={order}
      title={`Mark ${order.reference} as delivered?`}
      action="Mark as delivered"
      password={collected}
      submit={(version, form) =>
        changeOrder.move(version, {
          status: 'Delivered',
          collected,
          ...(collected && { password: readProof(form).password }),
        })
      }
    >
      {isPaidOnDelivery(order.paymentMethod) && !order.payment && (
        <CollectedTick collected={collected} onChange={setCollected}>
          {formatRupees(order.amount)}
        </CollectedTick>
      )}
    </OrderDialog>
  );
}

/** Marks the cash of an order as collected. */
export const CashDialog = ({ order, ...rest }: DialogProps) => (
  <OrderDialog
    {...rest}
    order={order}
    title={`${formatRupees(order.amount)} in cash`}
    action="Record cash"
    password
    submit={async (version, form) => {
      const status = order.status === 'Delivered' ? 'Delivered' : 'Out for Delivery';
      const { password } = readProof(form);
      const answer = await changeOrder.move(version, { status, collected: true, password });
      return answer.ok ? { ok: true, data: { ...answer.data, message: 'The order is paid.' } } : answer;
    }}
  >
    <p>The courier has collected the cash. {order.reference} will be marked as paid.</p>
  </OrderDialog>
);

/** A note that only operators see. */
export const NoteDialog = ({ order, ...rest }: DialogProps) => (
  <OrderDialog
    {...rest}
    order={order}
    title={`Add a note to ${order.reference}`}
    action="Save note"
    submit={(version, form) => changeOrder.note(version, textOf(form, 'note'))}
  >
    <LongText
      label="Note"
      hint="Only operators see it. It cannot be changed later."
      name="note"
      rows={4}
      maxLength={1000}
    />
  </OrderDialog>
);
