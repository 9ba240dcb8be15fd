/**
 * Reconciliation: whatever is wrong with a row is found and told with its fix, looking writes nothing, a fix
 * that is applied mends it, once, and is refused when the row has changed since.
 */
import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Difference, Rule } from '#features/desk/reconcile.ts';
import { balance, differencesOf, lookAt, mend } from '../support/books.ts';
import { operatorsOnly } from '../support/desk.ts';
import { orderOf, place, serum, toner } from '../support/orders.ts';
import { beginAfresh, hour, minute, paid, payAt, pending, waitUntil } from '../support/paying.ts';
import { countRows, select, snapshot, stockOf } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true, proxy: true });
let operator: Person;
beginAfresh(shop);
beforeAll(async () => {
  operator = await shop.person('operator');
});
beforeEach(async () => {
  await shop.db.write.run(sql`DELETE FROM orders`);
  await balance(shop.db);
});

/** A checksum of all that is stored, when no letter is being sent any more. */
async function held() {
  await expect.poll(() => countRows(shop.db, 'outbox', sql`status = 'waiting'`)).toBe(0);
  return snapshot(shop.db);
}
const run = (statement: SQL) => shop.db.write.run(statement);
const look = () => differencesOf(operator, 'stock', 'events', 'orders');
/** The one difference that there is. */
async function only(): Promise<Difference> {
  const found = await look();
  if (found.length !== 1 || !found[0]) throw new Error(JSON.stringify(found, null, 1));
  return found[0];
}
const lastOf = async (table: 'audit' | 'order_events') =>
  (
    await select<Record<string, unknown>>(
      shop.db,
      sql`SELECT * FROM ${sql.identifier(table)} ORDER BY rowid DESC LIMIT 1`,
    )
  )[0];

const cash = async () => {
  const person = await shop.person();
  return (await place(person, await orderOf(person, { [serum]: 2 }))).body.order._id as string;
};
const card = async () => (await paid(shop, await shop.person(), 'stripe')).orderId;
const upi = async () => (await paid(shop, await shop.person(), 'razorpay')).orderId;
const waiting = async () => pending(await shop.person(), 'stripe');
const delivered = async () => {
  const orderId = await cash();
  const steps = [
    ['update-tracking', { trackingId: 'A1', courierPartner: 'DTDC' }],
    ['move', { status: 'Out for Delivery' }],
    ['move', { status: 'Delivered', collected: true }],
  ] as const;
  for (const [path, json] of steps) await operator.post(`/api/order/${path}`, { orderId, ...json });
  return orderId;
};
const cancelled = async () => {
  const orderId = await card();
  await operator.post('/api/order/cancel', { orderId, reason: 'Called' });
  return orderId;
};

test.each([
  ['GET', 'stock'],
  ['GET', 'events'],
  ['GET', 'orders'],
  ['GET', 'providers'],
  ['POST', 'mend'],
] as const)('%s %s is for operators', (method, path) =>
  operatorsOnly(shop, method, `/api/desk/reconcile/${path}`),
);

type Case = {
  rule: Rule;
  how: string;
  make: () => Promise<string>;
  corrupt: (id: string) => SQL;
  expected: string | RegExp;
  found: string | RegExp;
};

/** What a machine may mend. */
const mended: Case[] = [
  {
    rule: 'status',
    how: 'an order is called shipped past the shop',
    make: cash,
    corrupt: (id) => sql`UPDATE orders SET status = 'Shipped' WHERE id = ${id}`,
    expected: 'Order Placed',
    found: 'Shipped',
  },
  {
    rule: 'waits_paid',
    how: 'a paid order waits again',
    make: card,
    // Its history says so too.
    corrupt: (id) => sql`INSERT INTO order_events (id, order_id, at, actor, kind, to_status)
      SELECT 'w' || ${id}, id, 0, 'shop', 'status', 'Payment Pending' FROM orders WHERE id = ${id}`,
    expected: 'Order Placed',
    found: /^Payment Pending, paid by pi_/,
  },
  {
    rule: 'unpaid',
    how: 'the money of a card does not count',
    make: card,
    corrupt: (id) => sql`UPDATE orders SET paid = 0 WHERE id = ${id}`,
    expected: 'paid',
    found: /^Order Placed, not paid, with payment pi_/,
  },
  {
    rule: 'unproven',
    how: 'the name of a payment by UPI is lost',
    make: upi,
    corrupt: (id) => sql`UPDATE payments SET payment_id = NULL WHERE order_id = ${id}`,
    expected: 'the payment that paid it',
    found: 'none',
  },
  {
    rule: 'cash_unproven',
    how: 'cash counts that nobody collected',
    make: cash,
    corrupt: (id) => sql`UPDATE orders SET paid = 1 WHERE id = ${id}`,
    expected: 'not paid',
    found: 'paid, collected by nobody',
  },
  {
    rule: 'cash_uncounted',
    how: 'cash was collected and does not count',
    make: delivered,
    corrupt: (id) => sql`UPDATE orders SET paid = 0 WHERE id = ${id}`,
    expected: 'paid',
    found: 'not paid, and collected',
  },
  {
    rule: 'refund_missing',
    how: 'a refund is lost',
    make: cancelled,
    corrupt: (id) => sql`DELETE FROM refunds WHERE order_id = ${id}`,
    expected: '₹599.00 back',
    found: 'nothing, Cancelled and paid',
  },
];

/** What has to be mended by hand. */
const byHand: Case[] = [
  {
    rule: 'lines',
    how: 'a line costs a paisa more',
    make: cash,
    corrupt: (id) => sql`UPDATE order_lines SET price = price + 1 WHERE order_id = ${id}`,
    expected: '₹1,198.02, less ₹0.00',
    found: '₹1,198.00, less ₹0.00',
  },
  {
    rule: 'asked',
    how: 'another amount is to be paid',
    make: waiting,
    corrupt: (id) => sql`UPDATE payments SET amount = 100 WHERE order_id = ${id}`,
    expected: '₹599.00',
    found: '₹1.00',
  },
  {
    rule: 'overdue',
    how: 'an order waits without a payment',
    make: waiting,
    corrupt: (id) => sql`DELETE FROM payments WHERE order_id = ${id}`,
    expected: 'placed or cancelled',
    found: 'Payment Pending, without a payment',
  },
  {
    rule: 'refund_too_much',
    how: 'more goes back than was paid',
    make: cancelled,
    corrupt: (id) => sql`UPDATE refunds SET amount = 60000 WHERE order_id = ${id}`,
    expected: 'at most ₹599.00',
    found: '₹600.00',
  },
  {
    rule: 'refund_slow',
    how: 'a refund never arrives',
    make: cancelled,
    corrupt: (id) => sql`INSERT INTO order_events (id, order_id, at, actor, kind)
      SELECT 'r' || id, id, 1, 'operator', 'refund' FROM orders WHERE id = ${id}`,
    expected: 'sent back',
    found: '₹599.00 with the provider',
  },
];

/** What a corruption needs besides its one statement. */
const besides: Partial<Record<Rule, (id: string) => SQL>> = {
  waits_paid: (id) => sql`UPDATE orders SET status = 'Payment Pending' WHERE id = ${id}`,
  refund_slow: (id) => sql`UPDATE refunds SET status = 'sent' WHERE order_id = ${id}`,
};

async function corrupted({ rule, make, corrupt }: Case): Promise<string> {
  const id = await make();
  await shop.standIns.settled();
  expect(await look()).toEqual([]);
  await run(corrupt(id));
  const more = besides[rule]?.(id);
  if (more) await run(more);
  return id;
}

const told = ({ rule, expected, found }: Case) => ({
  rule,
  expected: typeof expected === 'string' ? expected : expect.stringMatching(expected),
  found: typeof found === 'string' ? found : expect.stringMatching(found),
});

/** A status that is off takes the stock along, which is mended with it. */
const orderRule = async (): Promise<Difference> => {
  const found = (await differencesOf(operator, 'orders'))[0];
  if (!found) throw new Error('nothing was found');
  return found;
};

describe('an order', () => {
  test.each(mended)('$how: $rule, which is mended', async (one) => {
    const id = await corrupted(one);
    const rows = await held();
    const difference = await only();
    expect(difference).toMatchObject({ ...told(one), about: id, place: { screen: 'orders', id } });
    expect(difference.writes.length).toBeGreaterThan(0);
    expect(await held()).toEqual(rows);

    const { status, body } = await mend(operator, difference);
    expect([status, body.differences]).toEqual([200, []]);
    expect(await look()).toEqual([]);
    expect(await lastOf('audit')).toMatchObject({
      actor_id: operator.id,
      action: 'reconciled',
      about: difference.name,
    });
    expect(
      await select(
        shop.db,
        sql`SELECT actor_id, shown FROM order_events
        WHERE order_id = ${id} AND reason GLOB 'Reconciliation: *'`,
      ),
    ).toEqual([{ actor_id: operator.id, shown: 0 }]);

    // What is mended is not mended twice.
    const after = await held();
    const again = await mend(operator, difference);
    expect([again.status, again.body.code, again.body.differences]).toEqual([409, 'changed', []]);
    expect(await held()).toEqual(after);
  });

  test.each(byHand)('$how: $rule, which nobody but people may mend', async (one) => {
    const id = await corrupted(one);
    const difference = await orderRule();
    expect(difference).toMatchObject({ ...told(one), about: id, writes: [] });
    expect(difference.fix).toMatch(/order|Refunds/);
    const rows = await held();
    const { status, body } = await mend(operator, difference);
    expect([status, body.code]).toEqual([409, 'by_hand']);
    expect(await held()).toEqual(rows);
  });

  test('with a wrong total cannot even be stored', async () => {
    const id = await cash();
    await expect(run(sql`UPDATE orders SET total = total + 1 WHERE id = ${id}`)).rejects.toThrow();
  });

  test('changed after it was found, it is refused with what is there now, and nothing is written', async () => {
    const id = await corrupted(mended[0] as Case);
    const difference = await orderRule();
    await run(sql`UPDATE orders SET status = 'Delivered' WHERE id = ${id}`);
    const rows = await held();
    const { status, body } = await mend(operator, difference);
    expect([status, body.code, body.message]).toEqual([
      409,
      'changed',
      'This has changed since you looked. Expected now: Order Placed; found: Delivered. Nothing was written.',
    ]);
    expect(body.differences).toMatchObject([{ rule: 'status', found: 'Delivered' }]);
    expect(await held()).toEqual(rows);
    expect((await mend(operator, body.differences[0] as Difference)).status).toBe(200);
  });

  test.each(mended)('changed between its check and the write, $rule writes nothing', async (one) => {
    const id = await corrupted(one);
    const difference = await orderRule();
    // Who asks a provider reads the payment as well, before anything is written.
    const writing = shop.proxy.hold(one.rule === 'waits_paid' ? 3 : 2);
    const answer = mend(operator, difference);
    await writing.arrived;
    await run(sql`UPDATE order_lines SET discount = 1 WHERE order_id = ${id}`);
    const rows = await held();
    writing.release();
    const { status, body } = await answer;
    expect([status, body.code]).toEqual([409, 'changed']);
    expect(await held()).toEqual(rows);
  });

  test('that two mend at once is mended once', async () => {
    await corrupted(mended.find(({ rule }) => rule === 'refund_missing') as Case);
    const difference = await only();
    const other = await shop.person('operator');
    shop.proxy.readFirst(4);
    const answers = await Promise.all([mend(operator, difference), mend(other, difference)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await look()).toEqual([]);
  });
});

describe('asking the provider', () => {
  test('about an order that waits too long places it when it was paid', async () => {
    shop.standIns.stripe.webhooks.manner = 'never';
    const id = await waiting();
    await payAt(shop, 'stripe', id);
    await waitUntil(shop, hour);
    const difference = await only();
    expect(difference).toMatchObject({ rule: 'overdue', about: id, found: 'Payment Pending' });
    const { body } = await mend(operator, difference);
    expect(body).toMatchObject({
      message: 'Stripe: the money is there, and the order is paid.',
      differences: [],
    });
    expect(await select(shop.db, sql`SELECT status, paid FROM orders WHERE id = ${id}`)).toEqual([
      { status: 'Order Placed', paid: 1 },
    ]);
    expect(await look()).toEqual([]);
  });

  test('about one that was not paid ends it, and gives its pieces back', async () => {
    // Its sessions end by themselves where Stripe's do.
    const id = await pending(await shop.person(), 'razorpay');
    expect(await stockOf(shop.db, serum)).toBe(99);
    await waitUntil(shop, 31 * minute);
    expect(await look()).toEqual([]);
    await waitUntil(shop, 36 * minute);
    expect((await mend(operator, await only())).status).toBe(200);
    expect(await select(shop.db, sql`SELECT status FROM orders WHERE id = ${id}`)).toEqual([
      { status: 'Cancelled' },
    ]);
    expect([await stockOf(shop.db, serum), await look()]).toEqual([100, []]);
  });

  test('who does not answer mends nothing, and the difference stays', async () => {
    await corrupted(mended.find(({ rule }) => rule === 'unproven') as Case);
    const difference = await only();
    shop.standIns.razorpay.api.trouble({ how: { status: 500 }, times: Number.POSITIVE_INFINITY });
    const rows = await held();
    const { status, body } = await mend(operator, difference);
    expect([status, body.code]).toEqual([503, 'provider_silent']);
    expect(await held()).toEqual(rows);
    expect(await only()).toEqual(difference);
  });

  test.each([
    ['unpaid', sql`UPDATE orders SET paid = 0, status = 'Order Placed'`],
    ['waits_paid', sql`UPDATE orders SET paid = 1`],
  ])('who does not have the money writes nothing for %s', async (rule, corrupt) => {
    const id = await waiting();
    await run(corrupt);
    if (rule === 'unpaid')
      await run(sql`INSERT INTO order_events (id, order_id, at, actor, kind, to_status)
        VALUES (${randomUUID()}, ${id}, 0, 'shop', 'status', 'Order Placed')`);
    const rows = await held();
    const difference = await only();
    expect(difference.rule).toBe(rule);
    const { status, body } = await mend(operator, difference);
    expect([status, body.message]).toEqual([
      200,
      'Stripe does not have just this money (open). Nothing was written.',
    ]);
    expect(body.differences).toEqual([difference]);
    expect(await held()).toEqual(rows);
  });
});

describe('stock', () => {
  const missing = async () => {
    await cash();
    await run(sql`UPDATE products SET stock = 95 WHERE id = ${serum}`);
    return only();
  };

  test('that the books do not explain is found, with what waits to be sent', async () => {
    const difference = await missing();
    expect(difference).toMatchObject({
      rule: 'stock',
      about: serum,
      name: 'Glow Serum',
      expected: '98',
      found: '95',
      since: null,
      place: { screen: 'stock', id: serum },
      pieces: { books: 98, stock: 95, toSend: 2 },
      writes: ['Stock: 95 → 98', 'A change of 0, so that the books say 98 too', 'A line in the audit'],
    });
  });

  test.each([
    ['what the books say', 98, 0],
    ['what the stock says', 95, -3],
    ['neither', 90, -8],
    ['more than both', 120, 22],
    ['nothing', 0, -98],
  ])('is set to the shelf when it holds %s', async (_, counted, change) => {
    const { status, body } = await mend(operator, await missing(), { counted });
    expect([status, body.message]).toEqual([200, `Stock and books of Glow Serum say ${counted}.`]);
    expect([await stockOf(shop.db, serum), await look()]).toEqual([counted, []]);
    expect(
      await select(
        shop.db,
        sql`SELECT product_id, change, reason, note, actor_id FROM stock_changes ORDER BY rowid DESC LIMIT 1`,
      ),
    ).toEqual([
      {
        product_id: serum,
        change,
        reason: 'reconciled',
        note: 'The stock said 95, the books 98.',
        actor_id: operator.id,
      },
    ]);
    expect(await lastOf('audit')).toMatchObject({
      actor_id: operator.id,
      action: 'reconciled',
      about: serum,
      detail: `stock 95 → ${counted}, books 98 → ${counted}`,
    });
  });

  test('that an order has changed since is refused', async () => {
    const difference = await missing();
    await cash();
    const rows = await held();
    const { status, body } = await mend(operator, difference, { counted: 98 });
    expect([status, body.code, body.differences]).toEqual([
      409,
      'changed',
      [expect.objectContaining({ expected: '96', found: '93' })],
    ]);
    expect(await held()).toEqual(rows);
  });

  test('that agrees again is left alone', async () => {
    const difference = await missing();
    await run(sql`UPDATE products SET stock = 98 WHERE id = ${serum}`);
    const rows = await held();
    const { status, body } = await mend(operator, { ...difference, seen: '98/98' }, { counted: 50 });
    expect([status, body.message]).toEqual([
      409,
      'This has changed since you looked: the difference is not there any more. Nothing was written.',
    ]);
    expect(await held()).toEqual(rows);
  });

  test.each([
    ['nothing counted', {}],
    ['half a piece', { counted: 0.5 }],
    ['less than none', { counted: -1 }],
    ['far too many', { counted: 100_001 }],
  ])('is not mended by %s', async (_, over) => {
    const { status, body } = await mend(operator, await missing(), over);
    expect([status, Object.keys(body.fields)]).toEqual([422, ['counted']]);
  });

  test('is looked at a few products at a time, each once', async () => {
    await run(sql`UPDATE products SET stock = stock + 1`);
    const looks = await lookAt(operator, 'stock');
    const all = looks.flatMap(({ differences }) => differences.map(({ about }) => about));
    expect([looks.length > 1, new Set(all).size, looks[0]?.total]).toEqual([true, all.length, all.length]);
  });
});

describe('a message that nobody acted on', () => {
  /** A payment whose message was stored, and then the shop fell silent. */
  async function forgotten() {
    const id = await pending(await shop.person(), 'stripe', { [toner]: 1 });
    await payAt(shop, 'stripe', id);
    await shop.standIns.settled();
    const undone = [
      sql`UPDATE orders SET status = 'Payment Pending', paid = 0 WHERE id = ${id}`,
      sql`UPDATE payments SET payment_id = NULL WHERE order_id = ${id}`,
      sql`INSERT INTO order_events (id, order_id, at, actor, kind, to_status)
        VALUES (${randomUUID()}, ${id}, 0, 'shop', 'status', 'Payment Pending')`,
      sql`UPDATE payment_events SET handled_at = NULL, attempts = 20 WHERE type = 'checkout.session.completed'`,
    ];
    for (const statement of undone) await run(statement);
    return id;
  }

  test('is found after some minutes, with its order, and acted on', async () => {
    const id = await forgotten();
    expect(await look()).toEqual([]);
    await waitUntil(shop, 6 * minute);
    const rows = await held();
    const difference = await only();
    expect(difference).toMatchObject({
      rule: 'event',
      found: 'Stripe said “checkout.session.completed”; tried 20 times',
      place: { screen: 'orders', id },
    });
    expect(await held()).toEqual(rows);
    expect((await mend(operator, difference)).status).toBe(200);
    expect(await select(shop.db, sql`SELECT status, paid FROM orders WHERE id = ${id}`)).toEqual([
      { status: 'Order Placed', paid: 1 },
    ]);
    expect(await look()).toEqual([]);
    expect(await lastOf('audit')).toMatchObject({ action: 'reconciled', about: difference.name });
    const after = await held();
    expect((await mend(operator, difference)).body.code).toBe('changed');
    expect(await held()).toEqual(after);
  });

  test('that nobody knows is a 404', async () => {
    expect(
      (await mend(operator, { rule: 'event', about: 'stripe:x', seen: 'open' } as Difference)).status,
    ).toBe(404);
  });
});

test.each([
  ['an unknown rule', { rule: 'nothing' }, 422],
  ['no place', { about: '' }, 422],
  ['an order that there is not', {}, 404],
  ['an order that there is not, at its provider', { rule: 'paid_there' }, 404],
  ['a product that there is not', { rule: 'stock', counted: 1 }, 404],
])('mending %s writes nothing', async (_, over, status) => {
  const rows = await held();
  const difference = { rule: 'status', about: randomUUID(), seen: '' } as Difference;
  expect((await mend(operator, difference, over)).status).toBe(status);
  expect(await held()).toEqual(rows);
});

test.each(['stock', 'events', 'orders', 'providers'])('%s: a place that is none is refused', async (part) => {
  for (const query of ['after=x', ...(part === 'providers' ? ['period=year'] : [])])
    expect((await operator.get(`/api/desk/reconcile/${part}?${query}`)).status).toBe(422);
});
