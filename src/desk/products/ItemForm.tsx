import { api, send } from '#lib/api.ts';
import type { Paise } from '#lib/money.ts';
import { toRupees } from '#lib/money.ts';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.dom.ts';
import { refusedHere, useForm } from '#ui/useForm.ts';
import { paiseOf } from '../ui/paise-of.ts';
import type { Product, ProductItem } from './product.ts';
import { useConfirmed } from './useConfirmed.ts';

/** `599`, `599.50`, or nothing. */
export const rupeesText = (amount: Paise | null): string =>
  amount === null ? '' : String(toRupees(amount)).replace(/\.\d$/, '$&0');

type Props = {
  product: Product;
  item: ProductItem;
  onChanged: () => void;
  /** Somebody else was first. */
  onConflict: (message: string) => void;
};

/** Price and MRP of what is sold. */
export function ItemForm({ product, item, onChanged, onConflict }: Props) {
  const confirmed = useConfirmed();
  const form = useForm({
    initial: { price: rupeesText(item.price), originalPrice: rupeesText(item.originalPrice) },
    onTouch: confirmed.forget,
    async send(values) {
      const price = paiseOf(values.price);
      const originalPrice = values.originalPrice.trim() ? paiseOf(values.originalPrice) : null;
      const wrong = 'Please enter an amount in rupees, such as 599 or 599.50.';
      if (Number.isNaN(price)) return refusedHere(wrong, { price: wrong });
      if (Number.isNaN(originalPrice)) return refusedHere(wrong, { originalPrice: wrong });
      const answer = await confirmed.send(values, (isConfirmed) =>
        send(
          api.desk.products[':productId'].$post({
            param: { productId: product.id },
            json: {
              version: product.version,
              items: [{ id: item.id, price, originalPrice }],
              confirmed: isConfirmed,
            },
          }),
        ),
      );
      if (!answer.ok && answer.code === 'changed') onConflict(answer.message);
      return answer;
    },
    onDone({ message }) {
      toast({ message });
      onChanged();
    },
  });
  const { values } = form;
  const isSame =
    values.price === rupeesText(item.price) && values.originalPrice === rupeesText(item.originalPrice);
  const name = item.label ?? product.name;
  return (
    <form ref={form.ref} onSubmit={form.onSubmit} className="product-prices" aria-label={`Price of ${name}`}>
      <TextField label="Price, ₹" inputMode="decimal" autoComplete="off" required {...form.field('price')} />
      <TextField label="MRP, ₹" inputMode="decimal" autoComplete="off" {...form.field('originalPrice')} />
      <button type="submit" className="button" aria-busy={form.busy} disabled={isSame}>
        {confirmed.doubt ? 'Save anyway' : 'Save'}
      </button>
      {form.problem?.message && (
        <p className="notice error" role="alert">
          {form.problem.message}
        </p>
      )}
    </form>
  );
}
