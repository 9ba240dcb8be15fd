/**
 * Money that one operator could create alone (docs/operations.md, "What one operator can do alone"): codes that take much off
 * ask for the password, and what an operator sends back by hand in a day needs a second operator from an amount on.
 */
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect } from 'vitest';
import { audit, coupons, orderEvents, refunds, users } from '#db/schema/index.ts';
import { dayOf } from '#lib/dates.ts';
import { password } from '../support/accounts.ts';
import { times } from '../support/client.ts';
import { cashTransfer, confirmRefund, operatorWithPassword } from '../support/desk.ts';
import { insertOrder } from '../support/exports.ts';
import { snapshot } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator: second, test } = shopTest({ store: { secondOperatorFrom: 100_000 } });
let first: Person;
beforeAll(async () => {
  first = await operatorWithPassword(shop, 'Asha Rao');
});

/** A cash order that was paid and came back. @param amount of the refund, paise */
async function cashRefund(amount: number): Promise<{ id: string; orderId: string }> {
  const orderId = await insertOrder(shop.db, {
    status: 'Returned',
    subtotal: amount,
    discount: 0,
    delivery: 0,
    total: amount,
  });
  const id = crypto.randomUUID();
  await shop.db.write
    .insert(refunds)
    .values({ id, orderId, amount, reason: 'returned', status: 'due', createdAt: Date.now() });
  return { id, orderId };
}
const stored = async (id: string) => (await shop.db.read.select().from(refunds).where(eq(refunds.id, id)))[0];
const confirm = (by: Person, id: string, more: object = cashTransfer) =>
  confirmRefund(shop, by, id, undefined, more);

describe('a refund by hand', () => {
  test('below the amount is sent by one operator', async () => {
    const one = await operatorWithPassword(shop);
    const { id } = await cashRefund(99_999);
    expect((await confirm(one, id)).body.status).toBe('done');
  });

  test('from the amount on waits for a second operator, who confirms the same transfer', async () => {
    const { id, orderId } = await cashRefund(100_000);
    const entered = await confirm(first, id);
    expect([entered.status, entered.body.status]).toEqual([200, 'due']);
    expect(await stored(id)).toMatchObject({
      status: 'due',
      proposedBy: first.id,
      transfer: 'upi',
      doneAt: null,
    });
    // The same operator again, and a second one with another reference, do not send it.
    for (const [by, more] of [
      [first, cashTransfer],
      [second, { ...cashTransfer, reference: 'UTR 1' }],
      [second, { ...cashTransfer, reference: 'UTR 1' }],
    ] as const)
      expect((await confirm(by, id, more)).body.status).toBe('due');
    expect((await stored(id))?.proposedBy).toBe(second.id);
    const done = await confirm(first, id, { ...cashTransfer, reference: 'UTR 1' });
    expect(done.body.status).toBe('done');
    expect(await stored(id)).toMatchObject({
      status: 'done',
      confirmedBy: first.id,
      transferReference: 'UTR 1',
    });
    const events = await shop.db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId));
    const noted = events.filter(({ reason }) => reason?.includes('second operator'));
    expect(noted.every(({ shown }) => !shown)).toBe(true);
    expect(noted.length).toBeGreaterThan(0);
  });

  test('counts with what the operator has sent by hand today', async () => {
    const one = await operatorWithPassword(shop);
    const [small, next] = [await cashRefund(60_000), await cashRefund(40_000)];
    expect((await confirm(one, small.id)).body.status).toBe('done');
    expect((await confirm(one, next.id)).body.status).toBe('due');
    expect((await confirm(second, next.id)).body.status).toBe('done');
  });

  test('is sent by an owner alone', async () => {
    const owner = await operatorWithPassword(shop);
    await shop.db.write.update(users).set({ owner: true }).where(eq(users.id, owner.id));
    const { id } = await cashRefund(500_000);
    expect((await confirm(owner, id)).body.status).toBe('done');
  });

  test('is not confirmed by an operator whom the first one has just made', async () => {
    const accomplice = await operatorWithPassword(shop);
    await shop.db.write
      .insert(audit)
      .values({
        id: crypto.randomUUID(),
        at: Date.now(),
        actorId: first.id,
        action: 'role',
        about: accomplice.id,
      });
    const { id } = await cashRefund(300_000);
    await confirm(first, id);
    expect((await confirm(accomplice, id)).body.status).toBe('due');
  });

  test('needs the password each time', async () => {
    const { id } = await cashRefund(300_000);
    const { status } = await confirm(first, id, { ...cashTransfer, password: 'another password' });
    expect(status).toBe(422);
    expect((await stored(id))?.proposedBy).toBeNull();
  });

  test('that has changed since counts as no wrong password', async () => {
    const { id } = await cashRefund(50_000);
    const one = await operatorWithPassword(shop);
    expect((await confirm(one, id)).body.status).toBe('done');
    const before = await snapshot(shop.db, ['outbox']);
    for (const _ of times(12, () => 0)) {
      const { body } = await confirmRefund(shop, second, id, 'due', cashTransfer);
      expect(body.code).toBe('changed');
    }
    expect(await snapshot(shop.db, ['outbox'])).toEqual(before);
  });
});

describe('a code', () => {
  const code = (percent: number, more: object = {}) =>
    first.post('/api/desk/coupons', {
      code: `HUGE-${percent}`,
      percent,
      lastDay: dayOf(Date.now()),
      ...more,
    });
  const exists = async (percent: number) =>
    (
      await shop.db.read
        .select()
        .from(coupons)
        .where(eq(coupons.code, `HUGE-${percent}`))
    ).length === 1;

  test.for([30, 100])('of %i per cent asks for the password', async (percent) => {
    const refused = await code(percent);
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['password']]);
    expect((await code(percent, { password: 'another password' })).status).toBe(422);
    expect(await exists(percent)).toBe(false);
    expect((await code(percent, { password })).status).toBe(200);
    expect(await exists(percent)).toBe(true);
  });

  test('of less does not', async () => {
    expect((await code(29)).status).toBe(200);
  });
});
