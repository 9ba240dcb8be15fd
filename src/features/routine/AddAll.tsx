import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Routine } from '#domain/routine/arrange.ts';
import { itemsIn } from '#domain/routine/plan.ts';
import { addLines } from '#features/cart/add-lines.dom.ts';
import { $cart } from '#shared/cart/cart.store.ts';

/** Adds one of each of our products in the routine that the cart has not yet. */
export function AddAll({ routine }: { routine: Routine }) {
  const cart = useStore($cart);
  const [busy, setBusy] = useState(false);
  const ours = itemsIn(routine).filter(({ product }) => product);
  const wanted = ours.filter(({ id }) => !cart[id]);
  if (!ours.length) return null;
  const add = async () => {
    setBusy(true);
    await addLines(wanted.map(({ id, name }) => ({ _id: id, name, quantity: 1 })));
    setBusy(false);
  };
  return (
    <button
      type="button"
      className="button small"
      aria-disabled={!wanted.length || undefined}
      aria-busy={busy}
      onClick={() => wanted.length && !busy && void add()}
    >
      {wanted.length ? 'Add all to cart' : 'All in your cart'}
    </button>
  );
}
