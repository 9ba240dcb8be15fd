import { useState } from 'react';
import type { ApiOrder } from '#domain/orders/order.ts';
import { api, send } from '#lib/api.ts';
import { FormEnd } from '#ui/FormEnd.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useForm } from '#ui/useForm.ts';
import { noAccount, Payout, payoutOf, type Transfer } from './Payout.tsx';

type Props = { order: ApiOrder; onChanged: () => void };

/** Asks where to send a due refund that no online payment takes back. */
export default function TellAccount({ order, onChanged }: Props) {
  const [transfer, setTransfer] = useState<Transfer>('upi');
  const form = useForm({
    initial: noAccount,
    send: (fields) =>
      send(
        api.order.returns.payout.$post({ json: { orderId: order._id, payout: payoutOf(transfer, fields) } }),
      ),
    onDone({ message }) {
      toast({ message });
      onChanged();
    },
  });
  return (
    <form className="notice stack gap-3" ref={form.ref} onSubmit={form.onSubmit} noValidate>
      <p>Your refund waits: we do not know yet where to send it.</p>
      <Payout form={form} transfer={transfer} onTransfer={setTransfer} />
      <FormEnd {...form}>Send it there</FormEnd>
    </form>
  );
}
