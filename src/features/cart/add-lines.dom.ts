/** Adds several products at once: those of an order that is bought again, and those of a routine. */

import { canBeBought } from '#domain/catalogue/can-be-bought.ts';
import type { LiveProduct } from '#domain/catalogue/product.ts';
import { fetchLive } from '#features/catalogue/live.dom.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { paths } from '#lib/paths.ts';
import { addToCart, roomOf, setStock } from '#shared/cart/cart.store.ts';
import { toast } from '#ui/toast.dom.ts';

/** @property price of a piece when it was ordered, rupees */
export type AddedLine = { _id: string; name: string; quantity: number; price?: number };

/** `3 × Rose Toner`, without a line break after the number. */
const unitsOf = (count: number, name: string): string => `${count}\u00a0× ${name}`;

/** How long a toast with more than names stays, ms. */
const longer = 8_000;

/** Why nothing of a product can be added. @param live undefined if the shop did not answer */
function refusal(name: string, live: LiveProduct | undefined): string {
  if (live?.retired) return `${name} is no longer sold.`;
  if (live?.paused) return `${name} is not sold at the moment: ${live.paused.replace(/\.?$/, '.')}`;
  if (live && live.stock < 1) return `${name} is sold out.`;
  return `No more of ${name} can be added: your cart has as many as it can.`;
}

/** What the shopper should know of a line that was added. @param added pieces */
function notes({ name, quantity, price }: AddedLine, added: number, live: LiveProduct | undefined): string[] {
  const [then, now] = [price, live?.price].map((rupees) => rupees !== undefined && toPaise(rupees));
  return [
    ...(added < quantity ? [`Only ${added} of ${unitsOf(quantity, name)} could be added.`] : []),
    ...(then && now && then !== now
      ? [`${name} costs ${formatPrice(now)} now, ${formatPrice(then)} then.`]
      : []),
  ];
}

/** Adds as much of each line as can be bought, and says what was added, what was not, and what costs something else now. */
export async function addLines(lines: readonly AddedLine[]): Promise<void> {
  const live = await fetchLive(lines.map(({ _id }) => _id));
  setStock(
    Object.fromEntries(Object.entries(live).map(([id, one]) => [id, canBeBought(one) ? one.stock : 0])),
  );
  const [names, more, refused]: [string[], string[], string[]] = [[], [], []];
  for (const line of lines) {
    const { _id, name, quantity } = line;
    const added = Math.min(quantity, roomOf(_id));
    if (!addToCart(_id, quantity)) {
      refused.push(refusal(name, live[_id]));
      continue;
    }
    names.push(quantity > 1 ? unitsOf(added, name) : name);
    more.push(...notes(line, added, live[_id]));
  }
  const list = new Intl.ListFormat('en-IN').format(names);
  if (names.length)
    toast({
      title: 'Added to cart!',
      message: more.length ? [`${list}.`, ...more].join(' ') : list,
      ...(more.length && { stay: longer }),
      extra: Object.assign(document.createElement('a'), { href: paths.cart, textContent: 'View cart' }),
    });
  if (refused.length) toast({ title: 'Not added', message: refused.join(' '), kind: 'error' });
}
