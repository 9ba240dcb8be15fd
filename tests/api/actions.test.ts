/**
 * Actions on orders (docs/desk.md, "Lists and changes"; docs/decisions/40-one-writer.md): each refuses an outdated version,
 * somebody else and an ended session, and has its effect once, however often it is sent. The table of actions has them all
 * (tests/support/actions).
 */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect } from 'vitest';
import { users } from '#db/schema/index.ts';
import { syncCatalogue } from '#db/sync.ts';
import { readProducts } from '#tools/lib/content.ts';
import {
  type Acting,
  type Action,
  act,
  outcomeOf,
  success,
  type Target,
  type Version,
} from '../support/actions/action.ts';
import { actions } from '../support/actions/index.ts';
import { bodySchema } from '../support/api-document.ts';
import { detailOf, operatorWithPassword } from '../support/desk.ts';
import { recordOf } from '../support/payments.ts';
import { apiRoutes, table } from '../support/routes/index.ts';
import { anotherSession, select, snapshot } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';
import { productsInVariants } from '../support/variants.ts';

const account = { holder: 'Harita', bank: 'State Bank', account: '12345678901', ifsc: 'SBIN0001234' };
const {
  shop,
  operator,
  test: plain,
} = shopTest({
  simulators: true,
  proxy: true,
  flood: 10_000,
  writes: 10_000,
  store: { 'bankTransfer.offered': true, ...account },
  vars: { ORDERS_PER_HOUR: '10000', LOGIN_FREE_TRIES: '1000' },
});
const test = plain.extend('acting', ({ shopper }): Acting => ({ shop, operator, shopper }));
let colleague: Person;
beforeAll(async () => {
  await syncCatalogue({ url: shop.stack.databaseUrl }, new Map([...readProducts(), ...productsInVariants()]));
  colleague = await operatorWithPassword(shop, 'Vikram Iyer');
  // Owners may send back by hand as much as they want.
  await shop.db.write.update(users).set({ owner: true }).where(eq(users.role, 'operator'));
});

/** The schema of a route's body. */
const schemaOf = (route: string) => bodySchema(`POST /api/${route}`);
const takesVersion = (route: string) => JSON.stringify(schemaOf(route) ?? {}).includes('"seen"');
/** Whether the version may be left out. */
const isOptional = (route: string) => {
  const { properties = {}, required = [] } = schemaOf(route) ?? {};
  return 'seen' in properties && !required.includes('seen');
};

/** Tables that no action is about: tries of passwords, and emails, which are sent meanwhile. */
const others = ['attempts', 'outbox'];
const rows = () => snapshot(shop.db, others);

async function latestOf({ by, states }: Action, { orderId }: Target): Promise<Version> {
  if (states || by) return states?.[0];
  return (await detailOf(operator, orderId)).seen;
}

/** What `work` adds to the rows of each table, to emails and to the stock, and what the order is afterwards. */
async function effectOf({ orderId }: Target, work: () => Promise<unknown>) {
  const counts = async () => {
    await shop.simulators.settled();
    const stored = await snapshot(shop.db, ['attempts', 'totals', 'holds', 'product_holds']);
    const stock = await select<{ id: string; stock: number }>(shop.db, sql`SELECT id, stock FROM products`);
    return Object.fromEntries([
      ...Object.entries(stored).map(([name, text]) => [name, Number.parseInt(text, 10)] as const),
      ...stock.map((one) => [one.id, one.stock] as const),
    ]);
  };
  const before = await counts();
  await work();
  const after = await counts();
  const { status, paid, history, emails, refunds, flags } = await recordOf(shop, orderId);
  return {
    added: Object.entries(after).flatMap(([name, n]) =>
      n === before[name] ? [] : [[name, n - (before[name] ?? 0)]],
    ),
    order: { status, paid, history, emails, flags },
    refunds: refunds.map(({ amount, status, reason }) => [amount, status, reason]),
  };
}

describe.each(Object.entries(actions))('%s', (_, action) => {
  const { states, by = 'operator' } = action;
  const again = action.again ?? (isOptional(action.route) ? success : 'changed');
  const isVersioned = by === 'operator' || states !== undefined;

  test('is refused for another shopper and for an ended session, and changes nothing', async ({ acting }) => {
    const target = await action.on(acting);
    const seen = await latestOf(action, target);
    const ended = shop.client(await anotherSession(shop.db, acting[by]));
    await ended.post('/api/user/logout');
    const stranger = await shop.person();
    const unknown = { orderId: randomUUID(), id: randomUUID() };
    const before = await rows();
    const foreign = await act(stranger, action, target, seen);
    expect(foreign.status).toBe(by === 'shopper' ? 404 : table[`POST /api/${action.route}`]?.may.other);
    if (foreign.status === 404) expect((await act(stranger, action, unknown, seen)).text).toBe(foreign.text);
    expect(outcomeOf(await act(acting[by], action, unknown, seen))).toMatch(/^not_found$|was not found/);
    expect(outcomeOf(await act(ended, action, target, seen))).toBe('signed_out');
    expect(await rows()).toEqual(before);
  });

  if (isVersioned)
    test('needs the latest version', async ({ acting }) => {
      const target = await action.on(acting);
      const { history, seen: length } = await detailOf(operator, target.orderId);
      const [seen, outdated] = states ?? [length, length - 1];
      const before = await rows();
      const answer = await act(acting[by], action, target, outdated);
      expect(outcomeOf(answer)).toBe('changed');
      const since = states ? { status: seen } : { seen, changes: history.slice(-1) };
      if (answer.body.results)
        expect(answer.body.results).toMatchObject([{ ok: false, ...(!states && { seen }) }]);
      else expect(answer).toMatchObject({ status: 409, body: { success: false, ...since } });
      expect(await rows()).toEqual(before);
      expect(outcomeOf(await act(acting[by], action, target, seen))).toBe(success);
    });

  if (again === 'anew') return;

  test('twice at once has the effect of one', async ({ acting }) => {
    const clients = [acting[by], by === 'operator' ? colleague : acting.shopper] as const;
    const alone = await action.on(acting);
    const seenAlone = await latestOf(action, alone);
    const one = await effectOf(alone, () => act(clients[0], action, alone, seenAlone));
    const second = action.second ?? (isVersioned ? 'changed' : again);
    for (const answer of new Set([second, ...(isOptional(action.route) ? [again] : [])])) {
      const both = await action.on(acting);
      const seen = answer === second ? await latestOf(action, both) : undefined;
      const outcomes: string[] = [];
      const two = await effectOf(both, async () => {
        shop.proxy.meet(2);
        const answers = await Promise.all(clients.map((client) => act(client, action, both, seen)));
        outcomes.push(...answers.map(outcomeOf).sort());
      });
      expect(two).toEqual(one);
      expect(outcomes).toEqual([success, answer].sort());
    }
  });

  test('repeated changes nothing more', async ({ acting }) => {
    const target = await action.on(acting);
    // Where the version may be left out, so that the repetition is not refused as outdated.
    const seen = isOptional(action.route) ? undefined : await latestOf(action, target);
    expect(outcomeOf(await act(acting[by], action, target, seen))).toBe(success);
    await shop.simulators.settled();
    const before = await rows();
    expect(outcomeOf(await act(acting[by], action, target, seen))).toBe(again);
    await shop.simulators.settled();
    expect(await rows()).toEqual(before);
  });
});

/** What is below the orders, but changes none: it quotes, places or pays one, opens or reads it, or is about something else. */
const elsewhere = [
  /^order\/((returns\/)?quote|place|stripe|razorpay|transfer|pay|verifyStripe|verifyRazorpay)$/,
  /^order\/(open|join|code|prove|track|document|document\.pdf)$/,
  /^desk\/(orders\/print\/papers|refunds\/payout)$/,
  /^desk\/(stock|stock-lists|reviews|tickets)\b/,
];

test('the table has every route that changes an order, or takes the version that was read', () => {
  const routes = apiRoutes
    .filter(({ name, method }) => method === 'POST' && !table[name]?.reads)
    .map(({ name }) => name.replace('POST /api/', ''))
    .filter((route) => takesVersion(route) || /^(order|desk\/(orders|bulk|refunds|returns))\//.test(route))
    .filter((route) => !elsewhere.some((one) => one.test(route)));
  const inTable = Object.values(actions);
  expect([...new Set(inTable.map(({ route }) => route))].sort()).toEqual(routes.sort());
  for (const { route, by } of inTable) if (!by) expect([route, takesVersion(route)]).toEqual([route, true]);
});
