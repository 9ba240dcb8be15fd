import { useState } from 'react';
import { confirmNotes } from '#domain/orders/confirmation.ts';
import { confirmState } from '#domain/orders/open-confirmation.ts';
import { formatDayTime } from '#lib/dates.ts';
import { toast } from '#ui/toast.dom.ts';
import ConfirmContact from './ConfirmContact.tsx';
import { changeOrder, type Detail } from './orders.api.ts';
import { refusalText } from './refusal-text.api.ts';

type Props = { detail: Detail; toConfirm: NonNullable<Detail['toConfirm']>; onChanged: () => void };

/** A cash order that waits for its buyer's confirmation: why, until when, and how to get it. */
export default function Unconfirmed({ detail: { order, seen }, toConfirm, onChanged }: Props) {
  const [busy, setBusy] = useState(false);
  const { reason, until, remindedAt, text } = toConfirm;
  const { reference, shippingAddress: to } = order;

  const confirm = async () => {
    setBusy(true);
    const answer = await changeOrder.confirm({ orderId: order.id, seen });
    setBusy(false);
    if (answer.ok) toast({ message: answer.data.message });
    else toast({ message: refusalText(answer), kind: 'error' });
    onChanged();
  };

  return (
    <section className="notice desk-unconfirmed stack gap-2" aria-labelledby="unconfirmed">
      <h2 id="unconfirmed">{confirmState}</h2>
      <p>
        The buyer has not done it yet. {confirmNotes[reason]}{' '}
        {to.email ? 'We have asked by email' : 'It has no email address: please send the WhatsApp message'}
        {remindedAt && to.email ? `, and again on ${formatDayTime(remindedAt)}` : ''}. On{' '}
        {formatDayTime(until)} it is cancelled by itself. You can pack it anyway.
      </p>
      <p className="cluster gap-3">
        <button
          type="button"
          className="button quiet small"
          aria-busy={busy}
          disabled={busy}
          onClick={() => void confirm()}
        >
          Confirmed by phone
        </button>
        <ConfirmContact reference={reference} phone={to.phone} text={text} />
      </p>
    </section>
  );
}
