import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Routine } from '#domain/routine/arrange.ts';
import { itemsIn } from '#domain/routine/plan.ts';
import { fetchLive } from '#features/catalogue/live.dom.ts';
import { paths } from '#lib/paths.ts';
import { $cart, addToCart, roomOf, setStock } from '#shared/cart/cart.store.ts';
import { toast } from '#ui/toast.dom.ts';

const words = (list: readonly string[]): string => new Intl.ListFormat('en-IN').format(list);

/** Adds one of each of our products in the routine that the cart has not yet. */
export function AddAll({ routine }: { routine: Routine }) {
  const cart = useStore($cart);
  const [busy, setBusy] = useState(false);
  const ours = itemsIn(routine).filter(({ product }) => product);
  const wanted = ours.filter(({ id }) => !cart[id]);
  if (!ours.length) return null;
  const add = async () => {
    setBusy(true);
    const live = Object.entries(await fetchLive(wanted.map(({ id }) => id)));
    setStock(
      Object.fromEntries(live.map(([id, { stock, paused, retired }]) => [id, paused || retired ? 0 : stock])),
    );
    const [added, refused] = [
      wanted.filter(({ id }) => roomOf(id) > 0),
      wanted.filter(({ id }) => roomOf(id) < 1),
    ].map((items) => items.map(({ name }) => name)) as [string[], string[]];
    for (const { id } of wanted) addToCart(id, 1);
    setBusy(false);
    if (added.length)
      toast({
        title: 'Added to cart!',
        message: words(added),
        extra: Object.assign(document.createElement('a'), { href: paths.cart, textContent: 'View cart' }),
      });
    if (refused.length) toast({ title: 'Not available now', message: words(refused), kind: 'error' });
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
