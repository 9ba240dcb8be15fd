/**
 * The postage of returns (docs/behaviour.md, "Postage of returns"): what a shopper has paid to send a parcel back is refunded
 * once, up to the setting, beside the value of the order and without a credit note.
 */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { orderEvents, orders, refunds } from '#db/schema/index.ts';
import { dayOf } from '#lib/dates.ts';
import { readStore } from '#tools/lib/content.ts';
import { password } from '../support/accounts.ts';
import { cashTransfer, confirmRefund } from '../support/desk.ts';
import { stored } from '../support/documents.ts';
import { requestExport, tableOf } from '../support/exports.ts';
import { move } from '../support/moves.ts';
import { placed, serum } from '../support/orders.ts';
import { differencesOf } from '../support/reconciliation.ts';
import {
  accepting,
  approvedReturn,
  checkReturn,
  lastReturn,
  moveReturn,
  readOrder,
  requestReturn,
  returning,
  upi,
} from '../support/returns.ts';
import { deliver } from '../support/reviews.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true });

const postage = (returnId: string, amount: number, seen = 'Checked') =>
  operator.post('/api/desk/returns/postage', { returnId, seen, amount });
const refundsOf = (orderId: string) =>
  shop.db.read.select().from(refunds).where(eq(refunds.orderId, orderId));

/** A whole order that came back and was checked. @returns the id of the return */
async function returned(shopper: Person, orderId: string, more: object = {}): Promise<string> {
  await deliver(operator, orderId);
  if (!(await readOrder(shopper, orderId)).payment)
    await move(operator, orderId, 'Delivered', { collected: true, password });
  const lines = [returning(serum, 1, 'not_as_described')];
  const id = await approvedReturn(operator, shopper, orderId, lines, more);
  expect((await checkReturn(operator, id, [accepting(0, 1, { restock: false })])).status).toBe(200);
  return id;
}

test('is refunded beside all of the order, once, up to the setting, and without a credit note', async ({
  shopper,
  paid: { orderId },
}) => {
  const returnId = await returned(shopper, orderId);
  const most = readStore().returns.postageMost;
  const tooMuch = await postage(returnId, most + 1);
  expect([tooMuch.status, tooMuch.body.fields.amount]).toEqual([422, expect.stringContaining('At most')]);
  expect((await postage(returnId, 8_050)).status).toBe(200);
  expect((await postage(returnId, 1_000)).body.code).toBe('postage_refunded');
  const all = await refundsOf(orderId);
  expect(all.map(({ reason, amount }) => [reason, amount]).sort()).toEqual([
    ['postage', 8050],
    ['returned', 59_900],
  ]);
  const one = await lastReturn(shopper, orderId);
  expect(one).toMatchObject({ amount: 599, postage: 80.5 });
  const [about] = await shop.db.read
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.reason, `₹80.50: Postage of return ${one.reference}`));
  expect(about).toMatchObject({ kind: 'refund', actor: 'operator', shown: true });
  // The credit note is that of the goods.
  expect((await stored(shop, orderId)).map(({ data }) => data.total)).toEqual([59_900, 59_900]);
  expect(await differencesOf(operator, 'orders', 'providers')).toEqual([]);
});

test('an operator confirms it with the password, the shopper is told, and the export names it', async ({
  shopper,
}) => {
  const { _id: orderId } = await placed(shopper, { [serum]: 1 });
  const returnId = await returned(shopper, orderId, { payout: upi });
  expect((await postage(returnId, 8_000)).status).toBe(200);
  const refund = (await refundsOf(orderId)).find(({ reason }) => reason === 'postage');
  const confirm = (more: object = {}) =>
    confirmRefund(shop, operator, refund?.id ?? '', 'due', { ...cashTransfer, ...more });
  expect((await confirm({ password: undefined })).status).toBe(422);
  expect((await confirm()).body.status).toBe('done');
  await shop.simulators.mailbox.waitFor(
    ({ text = '' }) => text.includes('Postage of return') && text.includes('₹80.00'),
  );
  expect((await readOrder(shopper, orderId)).refunds).toContainEqual(
    expect.objectContaining({ reason: 'postage', amount: 80, status: 'done' }),
  );
  const today = dayOf(Date.now());
  const sheet = await requestExport(operator, { sheet: 'payments', from: '2020-01-01', to: today });
  expect(tableOf(sheet.text).filter(({ What }) => What === 'Postage')).toMatchObject([
    { 'Refunded (₹)': '80.00', Reason: 'Postage of a return' },
  ]);
  expect(await differencesOf(operator, 'orders')).toEqual([]);
});

test('needs a return that is on its way or here, and an order that was paid', async ({
  shopper,
  paid: { orderId },
}) => {
  await deliver(operator, orderId);
  await requestReturn(shopper, orderId, [returning(serum, 1, 'changed_mind')]);
  const { _id: id } = await lastReturn(shopper, orderId);
  expect((await postage(id, 8_000, 'Requested')).body.code).toBe('changed');
  await moveReturn(operator, id, 'Requested', 'Approved');
  await moveReturn(operator, id, 'Approved', 'In Transit');
  const setPaid = (paid: boolean) => shop.db.write.update(orders).set({ paid }).where(eq(orders.id, orderId));
  await setPaid(false);
  expect((await postage(id, 8_000, 'In Transit')).body.code).toBe('not_paid');
  await setPaid(true);
  expect((await postage(id, 8_000, 'In Transit')).status).toBe(200);
});
