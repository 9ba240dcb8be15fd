import { useState } from 'react';
import { toast } from '#ui/toast.dom.ts';
import { savePapers } from './orders.api.ts';

/** Saves the packing slips, invoices and credit notes of orders as one PDF. */
export function SavePapers({ orderIds }: { orderIds: string[] }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const saved = await savePapers(orderIds);
    setBusy(false);
    if (!saved.ok) toast({ kind: 'error', message: saved.message });
  };
  return (
    <button
      type="button"
      className="button quiet small"
      aria-busy={busy}
      disabled={busy}
      onClick={() => void save()}
    >
      PDF of {orderIds.length === 1 ? '1 order' : `${orderIds.length} orders`}
    </button>
  );
}
