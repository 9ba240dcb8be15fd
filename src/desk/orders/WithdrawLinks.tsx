import { useState } from 'react';
import { toast } from '#ui/toast.dom.ts';
import { changeOrder, type Detail } from './orders.api.ts';
import { refusalText } from './refusal-text.api.ts';

/** Withdraws the links of a guest's order that came into wrong hands. */
export function WithdrawLinks({ detail, onChanged }: { detail: Detail; onChanged: () => void }) {
  const { order, seen } = detail;
  const [busy, setBusy] = useState(false);

  const withdraw = async () => {
    setBusy(true);
    const answer = await changeOrder.withdrawLinks({ orderId: order.id, seen });
    setBusy(false);
    if (answer.ok) toast({ message: answer.data.message });
    else toast({ message: refusalText(answer), kind: 'error' });
    onChanged();
  };

  return (
    <button
      type="button"
      className="button plain small flush"
      aria-busy={busy}
      disabled={busy}
      onClick={() => void withdraw()}
    >
      Withdraw the links that were sent
    </button>
  );
}
