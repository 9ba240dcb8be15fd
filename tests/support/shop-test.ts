/**
 * The top of a test file about a shop: the shop, an operator, and a `test` that gives each test what it names: a shopper,
 * and orders of this shopper in the states that most tests begin with.
 */
import { beforeAll, beforeEach, test as plainTest } from 'vitest';
import { attempts } from '#db/schema/index.ts';
import { registerUser, verifiedUser } from './accounts.ts';
import { operatorWithPassword } from './desk.ts';
import { newGuest } from './guests.ts';
import { placed, refillStock } from './orders.ts';
import { paidOrder, resetPayments } from './payments.ts';
import { deliver } from './reviews.ts';
import { type Person, type ShopOptions, useShop } from './shop.ts';

/** @property keepsData no stock is refilled and no simulator reset before a test: it goes on with what was there */
type Options = ShopOptions & { keepsData?: boolean };

/**
 * To be called at the file's top. Before each test, all products are in stock at the tests' prices, nothing is held
 * unpaid, no attempt is counted, and the simulators work normally, with an empty mailbox.
 * @returns the shop; an operator, the same in all tests, whose password is `password` of accounts.ts; and `test`, with
 *   `shopper`: somebody new; `account`: the same with a password; `newAccount`: one whose address is not verified;
 *   `guest`: somebody new without an account. `order`: placed by the shopper, cash on delivery, a serum and two toners;
 *   `delivered`: such an order that has arrived, its cash not recorded; `paid`: a serum, paid by card, with the provider's
 *   payment id
 */
export function shopTest({ keepsData = false, ...options }: Options = {}) {
  const shop = useShop(options);
  const operator = {} as Person;
  beforeAll(async () => {
    Object.assign(operator, await operatorWithPassword(shop));
  });
  if (!keepsData)
    beforeEach(async () => {
      if (options.simulators) {
        await resetPayments(shop);
        shop.simulators.mailbox.clear();
      }
      await shop.db.write.delete(attempts);
      await refillStock(shop.db);
    });
  const test = plainTest
    .extend('shopper', () => shop.person())
    .extend('account', () => verifiedUser(shop))
    .extend('newAccount', () => registerUser(shop))
    .extend('guest', () => newGuest(shop))
    .extend('order', ({ shopper }) => placed(shopper))
    .extend('delivered', async ({ shopper }) => {
      const order = await placed(shopper);
      await deliver(operator, order._id);
      return order;
    })
    .extend('paid', ({ shopper }) => paidOrder(shop, shopper, 'stripe'));
  return { shop, operator, test };
}
