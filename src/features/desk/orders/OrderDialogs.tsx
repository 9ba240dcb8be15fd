import { type ReactNode, useRef, useState } from 'react';
import { courierNames } from '#features/orders/couriers.ts';
import type { Outcome } from '#lib/outcome.ts';
import { TextField } from '#ui/TextField.tsx';
import type { DeskEvent } from '../orders.ts';
import { inRupees } from '../rupees.ts';
import { Ask } from '../ui/Ask.tsx';
import { Changes } from './Changes.tsx';
import { change, changesOf, type Listed, type Subject } from './calls.ts';

/** How an order stands after a change, or after somebody else's. */
type Standing = Partial<Pick<Listed, 'status' | 'seen' | 'trackingId'>>;

type Asked = {
  order: Subject & Pick<Listed, 'reference' | 'status' | 'amount' | 'payment' | 'paymentMethod'>;
  onClose: () => void;
  onStale: (now: Standing) => void;
  onDone: (now: Standing) => void;
};

type Props = Asked & {
  title: string;
  action: string;
  children?: ReactNode;
  submit: (subject: Subject, form: FormData) => Promise<Outcome<Standing & { message?: string }>>;
};

/**
 * A question about an order. When somebody else was quicker it stays open, says what they did, and the
 * next try is made in knowledge of that.
 */
function AskOrder({ order, title, action, children, submit, onClose, onStale, onDone }: Props) {
  const [changes, setChanges] = useState<DeskEvent[]>([]);
  const done = useRef<Standing>({});
  const { orderId, seen } = order;
  const ask = async (form: FormData) => {
    const answer = await submit({ orderId, seen }, form);
    if (answer.ok) done.current = answer.data;
    const meanwhile = answer.ok ? undefined : changesOf(answer);
    if (meanwhile) {
      setChanges((before) => [...before, ...meanwhile.changes]);
      onStale({ status: meanwhile.status, seen: meanwhile.seen });
    }
    return answer;
  };
  return (
    <Ask title={title} action={action} onSubmit={ask} onClose={onClose} onDone={() => onDone(done.current)}>
      {children}
      <Changes changes={changes} />
    </Ask>
  );
}

/** The choice of a courier that is not in the list; no courier's name. */
const other = 'other';

const text = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

/** One of the couriers that the shop knows, or another one's name. A list of suggestions would take the first Escape. */
function Courier({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const [isOther, setOther] = useState(name !== '' && !courierNames.includes(name));
  return (
    <>
      <label className="field">
        <span className="label">Courier</span>
        <select
          required
          value={isOther ? other : name}
          onChange={({ target }) => {
            setOther(target.value === other);
            onChange(target.value === other ? '' : target.value);
          }}
        >
          <option value="">Choose one</option>
          {courierNames.map((one) => (
            <option key={one}>{one}</option>
          ))}
          <option value={other}>Another courier</option>
        </select>
      </label>
      {isOther && (
        <TextField
          label="Name of the courier"
          name="courier"
          required
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={onChange}
          hint="Its parcels have no link to follow."
        />
      )}
    </>
  );
}

/** A tracking number: it ships the order, or corrects the number of a shipped one. */
export function AskTracking({
  order,
  trackingId = '',
  courier = '',
  ...rest
}: Asked & { trackingId?: string | undefined; courier?: string | undefined }) {
  const [number, setNumber] = useState(trackingId);
  const [name, setName] = useState(courier);
  return (
    <AskOrder
      {...rest}
      order={order}
      title={`Tracking of ${order.reference}`}
      action={trackingId ? 'Correct tracking' : 'Attach and ship'}
      submit={(subject) => change.track(subject, number.trim(), name.trim())}
    >
      <Courier name={name} onChange={setName} />
      <TextField
        label="Tracking number"
        name="tracking"
        required
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        value={number}
        onChange={setNumber}
      />
    </AskOrder>
  );
}

function Reason({ label, hint }: { label: string; hint: string }) {
  return (
    <label className="field">
      <span className="label">{label}</span>
      <textarea name="reason" rows={2} maxLength={200} required />
      <span className="hint">{hint}</span>
    </label>
  );
}

/** Cancels the whole order. */
export const AskCancel = ({ order, ...rest }: Asked) => (
  <AskOrder
    {...rest}
    order={order}
    title={`Cancel ${order.reference}?`}
    action="Cancel the order"
    submit={async (subject, form) => {
      const answer = await change.cancel(subject, text(form, 'reason'));
      return answer.ok ? { ok: true, data: { message: `${order.reference} is cancelled.` } } : answer;
    }}
  >
    <p>
      Its pieces go back into stock.{' '}
      {order.payment && `${inRupees(order.amount)} has to go back: it will wait under Refunds.`}
      {order.status === 'Payment Pending' &&
        'The payment service is asked first; if it has been paid meanwhile, the money goes back.'}
    </p>
    <Reason label="Reason" hint="The shopper reads it too." />
  </AskOrder>
);

/** Takes a parcel back. */
export const AskReturn = ({ order, ...rest }: Asked) => (
  <AskOrder
    {...rest}
    order={order}
    title={`Take ${order.reference} back?`}
    action="Take it back"
    submit={(subject, form) =>
      change.move(subject, {
        status: 'Returned',
        reason: text(form, 'reason'),
        restock: form.get('restock') === 'yes',
      })
    }
  >
    <Reason label="Why did it come back?" hint="The shopper reads it too." />
    <fieldset className="desk-choice">
      <legend>Can its pieces be sold again?</legend>
      <label className="tick">
        <input type="radio" name="restock" value="yes" required /> Yes, back into stock
      </label>
      <label className="tick">
        <input type="radio" name="restock" value="no" /> No
      </label>
    </fieldset>
    {order.payment && <p>{inRupees(order.amount)} has to go back: it will wait under Refunds.</p>}
  </AskOrder>
);

/** It has arrived; cash may have come with it. */
export const AskDelivered = ({ order, ...rest }: Asked) => (
  <AskOrder
    {...rest}
    order={order}
    title={`${order.reference} is delivered?`}
    action="Delivered"
    submit={(subject, form) =>
      change.move(subject, { status: 'Delivered', collected: form.get('collected') === 'on' })
    }
  >
    <label className="tick">
      <input type="checkbox" name="collected" /> The courier has collected {inRupees(order.amount)}
    </label>
  </AskOrder>
);

/** Cash that the courier has collected. */
export const AskCash = ({ order, ...rest }: Asked) => (
  <AskOrder
    {...rest}
    order={order}
    title={`${inRupees(order.amount)} in cash`}
    action="Cash collected"
    submit={async (subject) => {
      const status = order.status === 'Delivered' ? 'Delivered' : 'Out for Delivery';
      const answer = await change.move(subject, { status, collected: true });
      return answer.ok ? { ok: true, data: { ...answer.data, message: 'The order is paid.' } } : answer;
    }}
  >
    <p>The courier has collected it, and {order.reference} counts as paid.</p>
  </AskOrder>
);

/** A note that only operators see. */
export const AskNote = ({ order, ...rest }: Asked) => (
  <AskOrder
    {...rest}
    order={order}
    title={`A note on ${order.reference}`}
    action="Keep the note"
    submit={(subject, form) => change.note(subject, text(form, 'note'))}
  >
    <label className="field">
      <span className="label">Note</span>
      <textarea name="note" rows={4} maxLength={1000} required />
      <span className="hint">Only operators see it. It cannot be changed later.</span>
    </label>
  </AskOrder>
);
