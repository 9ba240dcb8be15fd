/** Orders of hot products: pieces are reserved before anything is read, and settled afterwards (catalogue/hot-stock.ts). */
import type { Db } from '#db/client.ts';
import { isPaidOnDelivery } from '#domain/payments/payment-methods.ts';
import type { UnavailableLine } from '#domain/pricing/unavailable.ts';
import {
  countLack,
  type HotOutcome,
  type HotStock,
  hotRule,
  isHot,
  makeHot,
  reserveHot,
  settleHot,
} from '../catalogue/hot-stock.ts';
import type { Owner } from '../lib/owner.ts';
import { Refusal } from '../lib/refusal.ts';
import { priceRefusals } from '../pricing/price.ts';
import type { OrderContext, OrderRequest } from './new-order.ts';

/** @property hotStock undefined where that part is off */
type HotContext = OrderContext & { db: Db; owner: Owner; hotStock: HotStock | undefined };

/** The lines that lack pieces, if this is why an order was refused. */
const lacksOf = (result: { ok: boolean }): readonly UnavailableLine[] =>
  result instanceof Refusal && result.code === 'out_of_stock'
    ? (result.extra as { items: UnavailableLine[] }).items
    : [];

const outcomeOf = (result: { ok: boolean }): HotOutcome => {
  if (result.ok) return 'ordered';
  return lacksOf(result).length ? 'lost' : 'released';
};

/**
 * Places an order once its hot products are reserved; without hot products it just places it.
 * @param place places it as ever
 */
export async function placeWithHotStock<Placed extends { ok: true }>(
  context: HotContext,
  { items }: OrderRequest,
  place: () => Promise<Placed | Refusal>,
): Promise<Placed | Refusal> {
  const { hotStock, owner, key = '', provider, now, db } = context;
  // An operator who enters an order sees what is left.
  if (!hotStock || context.enteredBy) return place();
  const request = { session: owner.tokenHash, key, paysOnline: !isPaidOnDelivery(provider.id), now };
  const reserved: string[] = [];
  const settle = (outcome: HotOutcome) =>
    Promise.all(reserved.map((id) => settleHot(hotStock, id, request, outcome)));
  for (const { _id, quantity } of items) {
    if (!isHot(_id, now)) continue;
    const answer = await reserveHot(hotStock, _id, { ...request, quantity });
    if (answer.result === 'reserved') reserved.push(_id);
    if (answer.result !== 'none') continue;
    await settle('released');
    const { name, available } = answer;
    return priceRefusals.outOfStock([{ _id, name, available }]);
  }
  // After an error it is not known whether the order was written: its buyer comes back with the same key, or time passes.
  const result = await place();
  await settle(outcomeOf(result));
  for (const { _id } of lacksOf(result)) if (countLack(_id, now)) await makeHot(db, _id, now + hotRule.lasts);
  return result;
}
