/** Buyers whom the shop does not know, and what they hold unpaid (docs/behaviour.md, "Unpaid limits"). */
import { isNotNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { products } from '#db/schema/index.ts';
import { readStore } from '#tools/lib/content.ts';
import { type Client, inTurn, newClient, tally, times } from './client.ts';
import { newGuest } from './guests.ts';
import { orderOf, placeOrder, serum } from './orders.ts';
import { setStock, stockOf } from './rows.ts';
import type { TestShop } from './shop.ts';

const { network: perNetwork, shop: perShop } = readStore().limits.unpaid;

/** Somebody new, at an address of their own unless one is given. */
export const stranger = (shop: TestShop, address?: string) => newGuest(shop, {}, address);
type Stranger = Awaited<ReturnType<typeof stranger>>;

/** The same guest at another address. */
export const movedTo = (shop: TestShop, guest: Stranger, address: string) => ({
  ...guest,
  ...newClient(shop.stack.url, guest.token, address),
});

/** Places a cash order, also the same one again. @param to other fields of the delivery address */
export async function cash(who: Client, lines: Record<string, number>, to: Record<string, string> = {}) {
  const order = await orderOf(who, lines);
  return placeOrder(who, { ...order, again: true, address: { ...order.address, ...to } });
}

/** Starts an online order. */
export async function online(
  who: Client,
  lines: Record<string, number>,
  more: object = {},
  method = 'stripe',
) {
  return who.post(`/api/order/${method}`, { ...(await orderOf(who, lines)), ...more });
}

/** The codes of refusals, each once. */
export const refusalCodes = (answers: { status: number; body: { code: string } }[]) =>
  [...new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))].sort();

/** Tests that orders of an IPv6 network stop at its share. @param prefix of the address of order `n` */
export function testNetworks(
  shop: TestShop,
  networks: readonly [name: string, prefix: (n: number) => string, share: number][],
): void {
  test.each(networks)('orders from %s stop at its share', async (_, prefix, share) => {
    await setStock(shop.db, serum, 100_000);
    const most = Math.ceil(perNetwork.orders * share);
    const answers = [];
    for (const n of times(most + 3, (n) => n)) {
      // Guests are limited too: here they exist already.
      const guest = await stranger(shop);
      const address = `${prefix(n)}${(n + 1).toString(16)}`;
      answers.push(await cash(movedTo(shop, guest, address), { [serum]: 1 }));
    }
    expect(tally(answers)).toEqual({ 200: most, 409: 3 });
  });
}

/** Tests that guests at one address cannot hold the stock, nor guests at as many addresses one product. */
export function testCrowds(
  shop: TestShop,
  { together, apart, mixes }: { together: number; apart: number; mixes: readonly string[] },
): void {
  describe('strangers cannot hold the stock', () => {
    const stocks = () =>
      shop.db.read
        .select({ id: products.id, stock: products.stock, isKit: isNotNull(products.partIds) })
        .from(products);

    test(`${together} guests at one address, three cash orders of everything each`, async () => {
      const guests = await Promise.all(times(together, () => stranger(shop, '198.51.100.7')));
      const lines = Object.fromEntries((await stocks()).map(({ id }) => [id, 1]));
      const tries = guests.flatMap((guest) => [guest, guest, guest]);
      const answers = await inTurn(tries, (guest) => cash(guest, lines));
      expect(refusalCodes(answers)).toEqual(['pay_online']);
      const left = await stocks();
      expect(left.filter(({ stock }) => stock < 100 - perShop.percentPerHour)).toEqual([]);
      // The network's limit of pieces, of a kit those of its parts. What can be built of a kit is no stock of its own.
      const pieces = left.reduce((sum, { stock, isKit }) => sum + (isKit ? 0 : 100 - stock), 0);
      expect(pieces).toBeLessThanOrEqual(perNetwork.units);
      expect(pieces).toBeGreaterThan(0);
    });

    test.each(mixes)(`${apart} guests at as many addresses want ten of one product: %s`, async (mix) => {
      const isCash = (n: number) => mix === 'cash' || (mix !== 'card' && n % 2);
      const answers = await inTurn(times(apart, isCash), async (cod) =>
        (cod ? cash : online)(await stranger(shop), { [serum]: 10 }),
      );
      // What is paid online may wait without its pieces.
      const inCash = mix === 'cash' ? apart : mix === 'card' ? 0 : Math.floor(apart / 2);
      expect(tally(answers)[200]).toBe(apart - inCash + (mix === 'cash' ? 2 : inCash && 1));
      expect(await stockOf(shop.db, serum)).toBe(80);
      expect(refusalCodes(answers)).toEqual(inCash ? ['pay_online'] : []);
    });
  });
}
