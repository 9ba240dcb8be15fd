import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import type { DeskEvent } from '#domain/orders/order-rules.ts';
import { isPaidOnDelivery } from '#domain/payments/payment-methods.ts';
import { formatDay, startOfDay } from '#lib/dates.ts';
import { formatPrice } from '#lib/money.ts';
import type { Outcome } from '#lib/outcome.ts';
import { type Field, Fields, type ValuesOf, valuesOf } from '../ui/ActionDialog.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { readProof } from '../ui/proof.ts';
import { CollectedTick } from './CollectedTick.tsx';
import { movedToast } from './moved-toast.dom.ts';
import { NewEvents } from './NewEvents.tsx';
import { changeOrder, changesSince, type ListedOrder, type OrderVersion } from './orders.api.ts';

/** An order's state after a change. */
type OrderState = Partial<Pick<ListedOrder, 'status' | 'seen' | 'trackingId'>>;

export type DialogProps = {
  order: OrderVersion & Pick<ListedOrder, 'reference' | 'status' | 'total' | 'paid' | 'paymentMethod'>;
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

type Props<Described> = DialogProps & {
  title: string;
  action: string;
  disabled?: boolean;
  /** Asks for the operator's password. */
  password?: boolean;
  /** Stands above the fields. */
  intro?: ReactNode;
  fields?: Described;
  /** Stands below the fields; a function gets the errors by field. */
  children?: ComponentProps<typeof FormDialog>['children'];
  submit: (
    version: OrderVersion,
    values: ValuesOf<Described>,
    form: FormData,
  ) => Promise<Outcome<OrderState & { message?: string; undoUntil?: number | null | undefined }> | undefined>;
};

/**
 * A dialog about an order. When somebody else has changed the order, it stays open and shows their events, and the next
 * attempt carries the new `seen`.
 */
export function OrderDialog<const Described extends Record<string, Field> = Record<never, Field>>({
  order,
  title,
  action,
  disabled,
  password = false,
  intro,
  fields = {} as Described,
  children,
  submit,
  onClose,
  onStale,
  onDone,
}: Props<Described>) {
  const [changes, setChanges] = useState<DeskEvent[]>([]);
  const done = useRef<OrderState>({});
  const { orderId, seen } = order;
  const submitChange = async (form: FormData) => {
    const answer = await submit({ orderId, seen }, valuesOf(fields, form), form);
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
      {(errors) => (
        <>
          {intro}
          <Fields fields={fields} errors={errors} />
          {typeof children === 'function' ? children(errors) : children}
          <NewEvents changes={changes} />
        </>
      )}
    </FormDialog>
  );
}

/** The field of a text that the shopper reads. */
export const reasonField = (label: string, hint: string) =>
  ({ label, hint, rows: 2, maxLength: 200 }) as const;

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
export const RefundNote = ({ order: { paid, total } }: Pick<DialogProps, 'order'>) =>
  paid && <p>{formatPrice(total)} must be refunded: the refund will wait under Refunds.</p>;

/** Marks an order as returned. */
export const ReturnDialog = ({ order, lateSince, ...rest }: GivingBackProps) => (
  <OrderDialog
    {...rest}
    order={order}
    title={`Mark ${order.reference} as returned?`}
    action="Mark as returned"
    fields={{ reason: reasonField('Why did it come back?', 'The shopper sees it too.') }}
    submit={(version, { reason }, form) =>
      changeOrder.move(version, { status: 'Returned', reason, restock: form.get('restock') === 'yes' })
    }
  >
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
      submit={(version, _, form) =>
        changeOrder.move(version, {
          status: 'Delivered',
          collected,
          ...(collected && { password: readProof(form).password }),
        })
      }
    >
      {isPaidOnDelivery(order.paymentMethod) && !order.paid && (
        <CollectedTick collected={collected} onChange={setCollected}>
          {formatPrice(order.total)}
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
    title={`${formatPrice(order.total)} in cash`}
    action="Record cash"
    password
    submit={async (version, _, form) => {
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
    fields={{
      note: {
        label: 'Note',
        hint: 'Only operators see it. It cannot be changed later.',
        rows: 4,
        maxLength: 1000,
      },
    }}
    submit={(version, { note }) => changeOrder.note(version, note)}
  />
);
