/** The top of a file of browser tests: `shopTest`, and the visitors of its shop. */
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { beforeEach } from 'vitest';
import type { Cart } from '#domain/cart/cart.ts';
import { type address, placed } from '../support/orders.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';
import { atDesk as openDesk } from './desk-steps.ts';
import { asGuest, asPerson, type SignedIn } from './steps.ts';
import { useBrowser, type VisitOptions } from './visitor.ts';

/** @property empties tables that are emptied before each test, whose rows its lists would show */
type ShopOptions = Parameters<typeof shopTest>[0] & { empties?: SQLiteTable[] };
type Options = VisitOptions & { cart?: Cart; width?: number };

/**
 * To be called at the file's top. Visitors have a phone of 390 px and an empty cart unless something else is given.
 * @returns what `shopTest` returns; `newOrder` places an order, cash on delivery, of somebody new; `visit` opens a browser
 *   that nobody has used, `visitAsGuest` that of a guest, `visitAsShopper` that of a shopper, who is new unless given;
 *   `atDesk` opens a screen of the desk at 1280 px, as `operator` unless another one is given
 */
export function browserTest({ empties = [], ...options }: ShopOptions = {}) {
  const { shop, operator, test } = shopTest(options);
  const { visit } = useBrowser(shop);
  beforeEach(async () => {
    for (const table of empties) await shop.db.write.delete(table);
  });

  const newOrder = async (over?: Partial<typeof address>) => placed(await shop.person(), undefined, over);

  const visitAsGuest = ({ cart, token, width = 390, ...more }: Options & { token?: string } = {}) =>
    visit(width, { ...asGuest(shop, cart, token), ...more });

  async function visitAsShopper<P extends SignedIn = Person>({
    person,
    cart,
    width = 390,
    ...more
  }: Options & { person?: P } = {}) {
    const shopper = (person ?? (await shop.person())) as P;
    const visitor = await visit(width, { ...(await asPerson(shop, shopper, cart)), ...more });
    return { person: shopper, ...visitor };
  }

  const atDesk = (route: string, width?: number, by: Person = operator) =>
    openDesk(shop, visit, route, width, by);

  return { shop, operator, test, newOrder, visit, visitAsGuest, visitAsShopper, atDesk };
}
