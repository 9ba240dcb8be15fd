import { useEffect, useId, useRef } from 'react';
import { AddressFields } from '#features/addresses/AddressFields.tsx';
import { formatPrice, toPaise } from '#lib/money.ts';
import { FormEnd } from '#ui/FormEnd.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useForm } from '#ui/useForm.ts';
import { NewTotal } from './NewTotal.tsx';
import type { ApiOrder } from './order.ts';
import { useCorrection } from './useCorrection.ts';

type Props = {
  order: ApiOrder;
  onClose: () => void;
  /** Called after the order has changed, also when somebody else has changed it. */
  onChanged: () => void;
};

/** The dialog in which a shopper corrects name, address and phone of an order. It opens when it is rendered. */
export default function CorrectAddress({ order, onClose, onChanged }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const { fields, quote, submit } = useCorrection(order);
  useEffect(() => dialog.current?.showModal(), []);

  const { ref, onSubmit, problem, busy } = useForm({}, async () => {
    const answer = await submit();
    if (answer.ok) {
      toast({ message: answer.data.message });
      dialog.current?.close();
      onChanged();
      return undefined;
    }
    if (answer.code === 'not_correctable') onChanged();
    const isShown = Object.keys(answer.fields).length > 0 || answer.code === 'amount_changed';
    return { message: isShown ? '' : answer.message, fields: answer.fields };
  });

  return (
    <dialog ref={dialog} className="dialog order-correct" aria-labelledby={title} onClose={onClose}>
      <form ref={ref} onSubmit={onSubmit} noValidate>
        <h3 id={title}>Change the address of {order.reference}</h3>
        {/* Errors on leaving a field would move the buttons away from the pointer. */}
        <AddressFields form={{ ...fields, leave: undefined }} withoutEmail />
        <NewTotal quote={quote} />
        <FormEnd problem={problem} busy={busy} onCancel={() => dialog.current?.close()}>
          {quote ? `Agree to ${formatPrice(toPaise(quote.amount) ?? 0)}` : 'Save Changes'}
        </FormEnd>
      </form>
    </dialog>
  );
}
