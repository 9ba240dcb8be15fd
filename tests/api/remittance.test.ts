/**
 * Cash that couriers transfer (docs/operations.md, "Parcels that leave, arrive and come back"): a file of remittances is
 * read, planned with the orders that the API finds, and recorded once; cash of several orders; and what is outstanding. The
 * cases of the reader and of the plan are beside the rules.
 */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { orderEvents, orders, remittances } from '#db/schema/index.ts';
import { readRemittanceFile } from '#domain/shipping/remittance-file.ts';
import { planRemittances } from '#domain/shipping/remittance-plan.ts';
import { toRupees } from '#lib/money.ts';
import { password } from '../support/accounts.ts';
import type { Client } from '../support/client.ts';
import { type DeskRefusal, operatorWithPassword } from '../support/desk.ts';
import { useMoves } from '../support/moves.ts';
import { refillStock } from '../support/orders.ts';
import { useOperator, useShopper } from '../support/people.ts';
import { setStatus, snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();
const person = useShopper(shop);
const operator = useOperator(shop);
const { order } = useMoves(shop, person, operator);
let parcels = 0;
/** Of an order, rupees: as files and messages have it. */
let total = 0;

beforeEach(async () => {
  await refillStock(shop.db);
});

/** A delivered cash order with a tracking number. */
async function delivered(status: 'Delivered' | 'Out for Delivery' = 'Delivered') {
  const orderId = await order();
  parcels += 1;
  const trackingId = `10000${String(parcels).padStart(4, '0')}`;
  await operator.post('/api/order/update-tracking', { orderId, trackingId, courierPartner: 'Delhivery' });
  await operator.post('/api/order/move', { orderId, status: 'Out for Delivery' });
  if (status === 'Delivered') await operator.post('/api/order/move', { orderId, status });
  const [row] = await shop.db.read.select().from(orders).where(eq(orders.id, orderId));
  total = toRupees(row?.total ?? 0);
  return { orderId, trackingId };
}

type Found = Parameters<typeof planRemittances>[1][number] & { id: string; seen: number };

/** Reads a file of `number,amount,UTR` and plans it, as the desk does. */
async function preview(...rows: string[]) {
  const { lines } = readRemittanceFile(`AWB,COD Amount,UTR,Remittance Date\n${rows.join('\n')}\n`);
  const json = { numbers: lines.map(({ number }) => number) };
  const { body } = await operator.post<{ orders: Found[] }>('/api/desk/shipping/numbers', json);
  return planRemittances(lines, body.orders);
}
type Preview = Awaited<ReturnType<typeof preview>>;

/** Confirms what was planned. @param more of each order */
const confirm = (
  { planned }: Preview,
  more: object = {},
  by: Client = operator,
  proof: object = { password },
) =>
  by.post<DeskRefusal & { results: { ok: boolean; message?: string }[] }>('/api/desk/bulk/remitted', {
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

const stateOf = async (orderId: string) => {
  const [row] = await shop.db.read.select().from(orders).where(eq(orders.id, orderId));
  const rows = await shop.db.read.select().from(remittances).where(eq(remittances.orderId, orderId));
  const events = await shop.db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId));
  return {
    paid: row?.paid,
    remitted: rows.map(({ amount, utr }) => [toRupees(amount), utr]),
    collected: events.filter(({ kind }) => kind === 'payment').length,
    notes: events.filter(({ kind }) => kind === 'note').map(({ reason }) => reason),
  };
};

describe('a file of remittances', () => {
  test('is recorded once it is confirmed, and the same file again changes nothing', async () => {
    const [one, two] = [await delivered(), await delivered('Out for Delivery')];
    const rows = [`${one.trackingId},${total},N1,27-11-2026`, `${two.trackingId},${total},N1,27-11-2026`];
    const before = await snapshot(shop.db);
    const plan = await preview(...rows, '999999999,1,N1,');
    expect(plan.planned.map(({ kind }) => kind)).toEqual(['matched', 'matched']);
    expect(plan.problems.map(({ message }) => message)).toEqual(['Row 4: No order has this number.']);
    expect(await snapshot(shop.db)).toEqual(before);
    const { body } = await confirm(plan);
    expect(body.results.map(({ ok }) => ok)).toEqual([true, true]);
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
    expect((await confirm(plan)).body.results.map(({ message }) => message)).toEqual(
      Array(2).fill('This is recorded already. Nothing was done.'),
    );
    expect(await snapshot(shop.db, ['attempts'])).toEqual(after);
  });

  test('net of charges: the cash counts in full, the charges and the bank’s line are exported', async () => {
    const [one, two, three] = [await delivered(), await delivered(), await delivered()];
    const net3 = 3 * (100 * total - 4_130);
    // ₹41.30 a parcel: of one the file names the parts, of the others only what was transferred.
    const rows = (utr: string) =>
      `AWB,COD Amount,COD Charges,Freight,GST,Net Payable,UTR\n${one.trackingId},${total},20,15,6.30,${total - 41.3},${utr}\n`;
    const net = (utr: string) =>
      `AWB,Amount Remitted,UTR\n${[two, three].map(({ trackingId }) => `${trackingId},${total - 41.3},${utr}`).join('\n')}\n`;
    const kinds = [];
    for (const file of [rows('NET1'), net('NET1')]) {
      const { lines } = readRemittanceFile(file);
      const json = { numbers: lines.map(({ number }) => number) };
      const { body } = await operator.post<{ orders: Found[] }>('/api/desk/shipping/numbers', json);
      const plan = planRemittances(lines, body.orders);
      kinds.push(...plan.planned.map(({ kind }) => kind));
      expect((await confirm(plan)).body.results.every(({ ok }) => ok)).toBe(true);
    }
    expect(kinds).toEqual(['matched', 'charged', 'charged']);
    for (const { orderId } of [one, two, three])
      expect(await stateOf(orderId)).toMatchObject({ paid: true, remitted: [[total, 'NET1']], notes: [] });

    const listed = async () =>
      (
        await operator.get<{ transfers: { utr: string; transferred: number; difference: number | null }[] }>(
          '/api/desk/cash',
        )
      ).body.transfers.find(({ utr }) => utr === 'NET1');
    expect(await listed()).toMatchObject({ parcels: 3, transferred: net3, difference: null });
    const credit = (credited: number, proof = password) =>
      operator.post<DeskRefusal>('/api/desk/cash/credited', { utr: 'NET1', credited, password: proof });
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

  test('is recorded once by two operators at the same time', async () => {
    const { orderId, trackingId } = await delivered();
    const second = await operatorWithPassword(shop, 'Dev Rao');
    const plan = await preview(`${trackingId},${total},N2,`);
    const answers = await Promise.all([operator, second, operator].map((by) => confirm(plan, {}, by)));
    expect(answers.filter(({ body }) => body.results[0]?.ok).length).toBe(1);
    expect(await stateOf(orderId)).toEqual({
      paid: true,
      remitted: [[total, 'N2']],
      collected: 1,
      notes: [],
    });
  });

  test.each([
    ['short', -1],
    ['over', 1],
  ])('%s: is recorded only where the operator has ticked it, with a note', async (kind, more) => {
    const { orderId, trackingId } = await delivered();
    const amount = total + more;
    const plan = await preview(`${trackingId},${amount},N3,`);
    expect(plan.planned.map((one) => one.kind)).toEqual([kind]);
    const before = await snapshot(shop.db, ['attempts']);
    expect((await confirm(plan)).body.results[0]?.message).toBe(
      `₹${total.toFixed(2)} is due of this order. Nothing was done.`,
    );
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
    expect((await confirm(plan, { accepted: true })).body.results[0]?.ok).toBe(true);
    expect(await stateOf(orderId)).toEqual({
      paid: true,
      remitted: [[amount, 'N3']],
      collected: 1,
      notes: [`The courier has transferred ₹${amount.toFixed(2)}, UTR N3. ₹${total.toFixed(2)} was due.`],
    });
  });

  test('the rest of a short one matches later', async () => {
    const { orderId, trackingId } = await delivered();
    await confirm(await preview(`${trackingId},${total - 100},N4,`), { accepted: true });
    const plan = await preview(`${trackingId},100,N5,`);
    expect(plan.planned.map(({ kind }) => kind)).toEqual(['matched']);
    expect((await confirm(plan)).body.results[0]?.ok).toBe(true);
    const { remitted, collected } = await stateOf(orderId);
    expect([remitted.map(([, utr]) => utr), collected]).toEqual([['N4', 'N5'], 1]);
  });

  test('is added to cash that was recorded by hand, with a note', async () => {
    const { orderId, trackingId } = await delivered();
    await operator.post('/api/order/move', { orderId, status: 'Delivered', collected: true, password });
    expect((await confirm(await preview(`${trackingId},${total},N6,`))).body.results[0]?.ok).toBe(true);
    expect(await stateOf(orderId)).toEqual({
      paid: true,
      remitted: [[total, 'N6']],
      collected: 1,
      notes: [`The courier has transferred ₹${total.toFixed(2)}, UTR N6.`],
    });
  });

  test('without the password, or with a wrong one, nothing is written', async () => {
    const { trackingId } = await delivered();
    const plan = await preview(`${trackingId},${total},N7,`);
    const before = await snapshot(shop.db, ['attempts']);
    for (const proof of [{}, { password: 'not the one' }]) {
      const { status, body } = await confirm(plan, {}, operator, proof);
      expect([status, body.fields.password]).toEqual([422, expect.stringMatching(/password/i)]);
    }
    expect((await confirm(plan, {}, person)).status).toBe(403);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
  });

  test('changes nothing of an order that was returned, or changed, since the preview', async () => {
    const { orderId, trackingId } = await delivered();
    const plan = await preview(`${trackingId},${total},N8,`);
    await setStatus(shop.db, orderId, 'Returned');
    expect((await confirm(plan)).body.results[0]?.message).toBe(
      'No cash is expected of this order. Nothing was done.',
    );
    await setStatus(shop.db, orderId, 'Delivered');
    const [found] = plan.planned;
    await operator.post(`/api/desk/orders/${orderId}/note`, { note: 'Wait', seen: found?.order.seen });
    expect((await confirm(plan)).body.results[0]?.message).toMatch(/has changed since/);
    expect((await stateOf(orderId)).paid).toBe(false);
  });
});

describe('the cash of several orders', () => {
  const collect = async (orderIds: string[], proof: object = { password }) => {
    const seenOf = async (id: string) =>
      (await operator.get<{ seen: number }>(`/api/desk/orders/${id}`)).body.seen;
    const all = await Promise.all(
      orderIds.map(async (orderId) => ({ orderId, seen: await seenOf(orderId) })),
    );
    return operator.post<DeskRefusal & { results: { ok: boolean; message?: string }[] }>(
      '/api/desk/bulk/collected',
      { orders: all, ...proof },
    );
  };

  test('is recorded with one password; an order without cash stays as it is', async () => {
    const [one, two] = [await delivered(), await delivered()];
    const packed = await order('Packing');
    const { body } = await collect([one.orderId, two.orderId, packed]);
    expect(body.results.map(({ ok }) => ok)).toEqual([true, true, false]);
    expect(body.results[2]?.message).toBe('No cash is expected of this order. Nothing was done.');
    for (const { orderId } of [one, two])
      expect(await stateOf(orderId)).toEqual({ paid: true, remitted: [], collected: 1, notes: [] });
    const before = await snapshot(shop.db, ['attempts']);
    expect((await collect([one.orderId])).body.results[0]?.message).toBe(
      'This is recorded already. Nothing was done.',
    );
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
  });

  test('a wrong password changes nothing', async () => {
    const { orderId } = await delivered();
    expect((await collect([orderId], { password: 'not the one' })).status).toBe(422);
    expect((await stateOf(orderId)).paid).toBe(false);
  });
});

test('outstanding cash is summed by courier and age, and leads to exactly its orders', async () => {
  await shop.db.write.delete(orders);
  const [one, two] = [await delivered(), await delivered()];
  await delivered('Out for Delivery');
  await operator.post('/api/order/move', {
    orderId: two.orderId,
    status: 'Delivered',
    collected: true,
    password,
  });
  type Cash = {
    couriers: { courier: string; orders: number; amount: number; ages: { orders: number }[] }[];
    days: { from: string; to: string }[];
  };
  const { couriers, days } = (await operator.get<Cash>('/api/desk/cash')).body;
  expect(couriers).toMatchObject([{ courier: 'Delhivery', orders: 1, amount: 100 * total }]);
  expect(couriers[0]?.ages.map((age) => age.orders)).toEqual([1, 0, 0, 0]);
  const listed = async (owed: string) =>
    (
      await operator.get<{ rows: { id: string }[] }>(`/api/desk/orders?owed=${encodeURIComponent(owed)}`)
    ).body.rows.map(({ id }) => id);
  expect(await listed('//Delhivery')).toEqual([one.orderId]);
  expect(await listed('//DTDC')).toEqual([]);
  expect(await listed(`${days[0]?.from}/${days[0]?.to}/Delhivery`)).toEqual([one.orderId]);
  expect(await listed(`${days[1]?.from}/${days[1]?.to}/Delhivery`)).toEqual([]);
});
