import { useEffect, useId, useRef } from 'react';
import type { ApiOrder } from '#domain/orders/order.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { CorrectionFields } from '#shared/order/CorrectionFields.tsx';
import { type CorrectedPart, useCorrection } from '#shared/order/useCorrection.ts';
import { FormEnd } from '#ui/FormEnd.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useForm } from '#ui/useForm.ts';

type Props = {
  order: ApiOrder;
  part: CorrectedPart;
  onClose: () => void;
  /** Called after the order has changed, also when somebody else has changed it. */
  onChanged: () => void;
};

const titles: Record<CorrectedPart, string> = {
  address: 'Change the address of',
  business: 'GST invoice of',
};

/** The dialog in which a shopper corrects the address of an order, or its business. It opens when it is rendered. */
export default function CorrectOrder({ order, part, onClose, onChanged }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const correction = useCorrection(order, part);
  const { quote, submit } = correction;
  useEffect(() => dialog.current?.showModal(), []);

  const { ref, onSubmit, problem, busy } = useForm({
    initial: {},
    async send() {
      const answer = await submit();
      if (!answer.ok && answer.code === 'not_correctable') onChanged();
      // Its fields, and the new sums, are shown by the correction.
      const isShown = !answer.ok && (Object.keys(answer.fields).length || answer.code === 'amount_changed');
      return isShown ? { ...answer, message: '' } : answer;
    },
    onDone({ message }) {
      toast({ message });
      dialog.current?.close();
      onChanged();
    },
  });

  return (
    <dialog ref={dialog} className="dialog order-correct" aria-labelledby={title} onClose={onClose}>
      <form className="stack gap-5" ref={ref} onSubmit={onSubmit} noValidate>
        <h3 id={title}>
          {titles[part]} {order.reference}
        </h3>
        <CorrectionFields correction={correction} part={part} />
        <FormEnd problem={problem} busy={busy} onCancel={() => dialog.current?.close()}>
          {quote ? `Agree to ${formatPrice(toPaise(quote.amount) ?? 0)}` : 'Save Changes'}
        </FormEnd>
      </form>
    </dialog>
  );
}
