/**
 * Cash that couriers transfer (docs/operations.md, "Parcels that leave, arrive and come back"): a file of remittances is
 * read, planned with the orders that the API finds, and recorded once; cash of several orders; and what is outstanding. The
 * cases of the reader and of the plan are beside the rules.
 */
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { orderEvents, orders, remittances } from '#db/schema/index.ts';
import type { ListedOrder } from '#desk/orders/orders.api.ts';
import { readRemittanceFile } from '#domain/shipping/remittance-file.ts';
import { planRemittances } from '#domain/shipping/remittance-plan.ts';
import type { readCash } from '#functions/desk/outstanding-cash.ts';
import { toRupees } from '#lib/money.ts';
import { password } from '../support/accounts.ts';
import { detailOf } from '../support/desk.ts';
import { changeSeveral, move } from '../support/moves.ts';
import { placed, serum } from '../support/orders.ts';
import { setStatus, snapshot, storedOrder } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();
const collected = { collected: true, password };
let parcels = 0;
/** Of an order, rupees: as files and messages have it. */
let total = 0;

/** A cash order of a new shopper that was delivered, or is on its way, with a tracking number. */
async function parcel(status: 'Delivered' | 'Out for Delivery' = 'Delivered') {
  const { _id: orderId } = await placed(await shop.person(), { [serum]: 1 });
  parcels += 1;
  const trackingId = `10000${String(parcels).padStart(4, '0')}`;
  await operator.post('/api/order/update-tracking', { orderId, trackingId, courierPartner: 'Delhivery' });
  await move(operator, orderId, 'Out for Delivery');
  if (status === 'Delivered') await move(operator, orderId, status);
  total = toRupees((await storedOrder(shop.db, orderId)).total);
  return { orderId, trackingId };
}

type Found = Parameters<typeof planRemittances>[1][number] & { id: string; seen: number };

/** Reads a file of remittances and plans it, as the desk does. */
async function previewFile(file: string) {
  const { lines } = readRemittanceFile(file);
  const json = { numbers: lines.map(({ number }) => number) };
  const { body } = await operator.post<{ orders: Found[] }>('/api/desk/shipping/numbers', json);
  return planRemittances(lines, body.orders);
}
/** @param rows `number,amount,UTR,day` */
const preview = (...rows: string[]) =>
  previewFile(`AWB,COD Amount,UTR,Remittance Date\n${rows.join('\n')}\n`);
type Preview = Awaited<ReturnType<typeof preview>>;

/** Confirms what was planned. @param more of each order @param proof the password */
const confirm = ({ planned }: Preview, more: object = {}, proof: object = { password }) =>
  changeSeveral(operator, 'remitted', {
    orders: planned.map(({ order: { id: orderId, seen }, line: { amount, charges, day, utr } }) => ({
      orderId,
      seen,
      amount,
      charges,
      day: day || null,
      utr,
      accepted: false,
      ...more,
    })),
    ...proof,
  });
const done = { ok: true };
const nothing = (reason: string) => ({ ok: false, message: `${reason} Nothing was done.` });

/** What couriers have to hand in, and their transfers. */
const cash = async () => (await operator.get<Awaited<ReturnType<typeof readCash>>>('/api/desk/cash')).body;

const stateOf = async (orderId: string) => {
  const { paid } = await storedOrder(shop.db, orderId);
  const rows = await shop.db.read.select().from(remittances).where(eq(remittances.orderId, orderId));
  const events = await shop.db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId));
  return {
    paid,
    remitted: rows.map(({ amount, utr }) => [toRupees(amount), utr]),
    collected: events.filter(({ kind }) => kind === 'payment').length,
    notes: events.filter(({ kind }) => kind === 'note').map(({ reason }) => reason),
  };
};

describe('a file of remittances', () => {
  test('is recorded once it is confirmed, and the same file again changes nothing', async () => {
    const [one, two] = [await parcel(), await parcel('Out for Delivery')];
    const rows = [`${one.trackingId},${total},N1,27-11-2026`, `${two.trackingId},${total},N1,27-11-2026`];
    const before = await snapshot(shop.db);
    const plan = await preview(...rows, '999999999,1,N1,');
    expect(plan.planned.map(({ kind }) => kind)).toEqual(['matched', 'matched']);
    expect(plan.problems.map(({ message }) => message)).toEqual(['Row 4: No order has this number.']);
    expect(await snapshot(shop.db)).toEqual(before);
    const { body } = await confirm(plan);
    expect(body.results).toMatchObject([done, done]);
    for (const { orderId } of [one, two])
      expect(await stateOf(orderId)).toEqual({
        paid: true,
        remitted: [[total, 'N1']],
        collected: 1,
        notes: [],
      });
    const [row] = await shop.db.read.select().from(remittances).where(eq(remittances.orderId, one.orderId));
    expect(row).toMatchObject({ trackingId: one.trackingId, courier: 'Delhivery', day: '2026-11-27' });

    const after = await snapshot(shop.db, ['attempts']);
    const again = await preview(...rows);
    expect([again.planned.length, again.known.length]).toEqual([0, 2]);
    // Somebody who had it open sends it again.
    expect((await confirm(plan)).body.results).toMatchObject(
      Array(2).fill(nothing('This is recorded already.')),
    );
    expect(await snapshot(shop.db, ['attempts'])).toEqual(after);
  });

  test('net of charges: the cash counts in full, the charges and the bank’s line are exported', async () => {
    const [one, two, three] = [await parcel(), await parcel(), await parcel()];
    const net3 = 3 * (100 * total - 4_130);
    // ₹41.30 a parcel: of one the file names the parts, of the others only what was transferred.
    const rows = (utr: string) =>
      `AWB,COD Amount,COD Charges,Freight,GST,Net Payable,UTR\n${one.trackingId},${total},20,15,6.30,${total - 41.3},${utr}\n`;
    const net = (utr: string) =>
      `AWB,Amount Remitted,UTR\n${[two, three].map(({ trackingId }) => `${trackingId},${total - 41.3},${utr}`).join('\n')}\n`;
    const kinds = [];
    for (const file of [rows('NET1'), net('NET1')]) {
      const plan = await previewFile(file);
      kinds.push(...plan.planned.map(({ kind }) => kind));
      expect((await confirm(plan)).body.results.every(({ ok }) => ok)).toBe(true);
    }
    expect(kinds).toEqual(['matched', 'charged', 'charged']);
    for (const { orderId } of [one, two, three])
      expect(await stateOf(orderId)).toMatchObject({ paid: true, remitted: [[total, 'NET1']], notes: [] });

    const listed = async () => (await cash()).transfers.find(({ utr }) => utr === 'NET1');
    expect(await listed()).toMatchObject({ parcels: 3, transferred: net3, difference: null });
    const credit = (credited: number, proof = password) =>
      operator.post('/api/desk/cash/credited', { utr: 'NET1', credited, password: proof });
    const before = await snapshot(shop.db, ['attempts']);
    expect((await credit(1, 'not the one')).status).toBe(422);
    expect(
      (await operator.post('/api/desk/cash/credited', { utr: 'unknown', credited: 1, password })).status,
    ).toBe(404);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
    // The bank shows ₹25 less than the file.
    expect((await credit(net3 - 2_500)).status).toBe(200);
    expect((await credit(net3 - 2_500)).status).toBe(409);
    expect(await listed()).toMatchObject({ difference: 2_500 });

    const { text } = await operator.post('/api/desk/export', {
      sheet: 'charges',
      from: '2020-01-01',
      to: '2099-12-31',
      password,
    });
    const exported = text
      .split('\r\n')
      .filter((row) => row.includes('NET1'))
      .map((row) => row.split(',').slice(-6));
    const sum = (column: number) =>
      exported.reduce((all, cells) => all + Math.round(Number(cells[column]) * 100), 0);
    expect(exported).toHaveLength(4);
    // Collected, less charges, is what the bank has credited.
    expect(sum(0) - sum(1) - sum(2) - sum(3) - sum(4)).toBe(sum(5));
    expect(sum(5)).toBe(net3 - 2_500);
    expect(sum(1)).toBe(2_000);
  });

  test.for([
    ['short', -1],
    ['over', 1],
  ] as const)('%s: is recorded only where the operator has ticked it, with a note', async ([kind, more]) => {
    const { orderId, trackingId } = await parcel();
    const amount = total + more;
    const plan = await preview(`${trackingId},${amount},N3,`);
    expect(plan.planned.map((one) => one.kind)).toEqual([kind]);
    const before = await snapshot(shop.db, ['attempts']);
    expect((await confirm(plan)).body.results).toMatchObject([
      nothing(`₹${total.toFixed(2)} is due of this order.`),
    ]);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
    expect((await confirm(plan, { accepted: true })).body.results).toMatchObject([done]);
    expect(await stateOf(orderId)).toEqual({
      paid: true,
      remitted: [[amount, 'N3']],
      collected: 1,
      notes: [`The courier has transferred ₹${amount.toFixed(2)}, UTR N3. ₹${total.toFixed(2)} was due.`],
    });
  });

  test('the rest of a short one matches later', async () => {
    const { orderId, trackingId } = await parcel();
    await confirm(await preview(`${trackingId},${total - 100},N4,`), { accepted: true });
    const plan = await preview(`${trackingId},100,N5,`);
    expect(plan.planned.map(({ kind }) => kind)).toEqual(['matched']);
    expect((await confirm(plan)).body.results).toMatchObject([done]);
    const { remitted, collected } = await stateOf(orderId);
    expect([remitted.map(([, utr]) => utr), collected]).toEqual([['N4', 'N5'], 1]);
  });

  test('is added to cash that was recorded by hand, with a note', async () => {
    const { orderId, trackingId } = await parcel();
    await move(operator, orderId, 'Delivered', collected);
    const plan = await preview(`${trackingId},${total},N6,`);
    expect((await confirm(plan)).body.results).toMatchObject([done]);
    expect(await stateOf(orderId)).toEqual({
      paid: true,
      remitted: [[total, 'N6']],
      collected: 1,
      notes: [`The courier has transferred ₹${total.toFixed(2)}, UTR N6.`],
    });
  });

  test('without the password, or with a wrong one, nothing is written', async () => {
    const { trackingId } = await parcel();
    const plan = await preview(`${trackingId},${total},N7,`);
    const before = await snapshot(shop.db, ['attempts']);
    for (const proof of [{}, { password: 'not the one' }]) {
      const { status, body } = await confirm(plan, {}, proof);
      expect([status, body.fields.password]).toEqual([422, expect.stringMatching(/password/i)]);
    }
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
  });

  test('changes nothing of an order that was returned since the preview', async () => {
    const { orderId, trackingId } = await parcel();
    const plan = await preview(`${trackingId},${total},N8,`);
    await setStatus(shop.db, orderId, 'Returned');
    expect((await confirm(plan)).body.results).toMatchObject([nothing('No cash is expected of this order.')]);
    expect((await stateOf(orderId)).paid).toBe(false);
  });
});

describe('the cash of several orders', () => {
  const collect = async (ids: string[], proof: object = { password }) =>
    changeSeveral(operator, 'collected', {
      orders: await Promise.all(
        ids.map(async (orderId) => ({ orderId, seen: (await detailOf(operator, orderId)).seen })),
      ),
      ...proof,
    });

  test('is recorded with one password; an order without cash stays as it is', async ({
    order: { _id: packed },
  }) => {
    const [one, two] = [await parcel(), await parcel()];
    const { body } = await collect([one.orderId, two.orderId, packed]);
    expect(body.results).toMatchObject([done, done, nothing('No cash is expected of this order.')]);
    for (const { orderId } of [one, two])
      expect(await stateOf(orderId)).toEqual({ paid: true, remitted: [], collected: 1, notes: [] });
    const before = await snapshot(shop.db, ['attempts']);
    expect((await collect([one.orderId])).body.results).toMatchObject([nothing('This is recorded already.')]);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
  });

  test('a wrong password changes nothing', async () => {
    const { orderId } = await parcel();
    expect((await collect([orderId], { password: 'not the one' })).status).toBe(422);
    expect((await stateOf(orderId)).paid).toBe(false);
  });
});

test('outstanding cash is summed by courier and age, and leads to exactly its orders', async () => {
  await shop.db.write.delete(orders);
  const [one, two] = [await parcel(), await parcel()];
  await parcel('Out for Delivery');
  await move(operator, two.orderId, 'Delivered', collected);
  const { couriers, days } = await cash();
  expect(couriers).toMatchObject([{ courier: 'Delhivery', orders: 1, amount: 100 * total }]);
  expect(couriers[0]?.ages.map((age) => age.orders)).toEqual([1, 0, 0, 0]);
  const listed = async (owed: string) =>
    (
      await operator.get<{ rows: ListedOrder[] }>(`/api/desk/orders?owed=${encodeURIComponent(owed)}`)
    ).body.rows.map(({ id }) => id);
  expect(await listed('//Delhivery')).toEqual([one.orderId]);
  expect(await listed('//DTDC')).toEqual([]);
  expect(await listed(`${days[0]?.from}/${days[0]?.to}/Delhivery`)).toEqual([one.orderId]);
  expect(await listed(`${days[1]?.from}/${days[1]?.to}/Delhivery`)).toEqual([]);
});
