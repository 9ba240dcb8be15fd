/**
 * Codes at the desk: creating one and ending it. The rules for using a code are tested with
 * src/domain/pricing/coupon.ts; here a created code is used once in a quote.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { coupons } from '#db/schema/index.ts';
import type { api, ResponseOf } from '#lib/api.ts';
import { dayOf, endOfDay, formatDay } from '#lib/dates.ts';
import { tally, times } from '../support/client.ts';
import { day } from '../support/clock.ts';
import { insertCoupon, orderWith, quoteWith, usesOf } from '../support/coupons.ts';
import type { DeskRefusal } from '../support/desk.ts';
import { itemsOf, placeOrder, serum } from '../support/orders.ts';
import { expectWrongFields } from '../support/refusals.ts';
import { countRows, select, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ proxy: true });
const today = dayOf(Date.now());
let noted = 0;

type Noted = { action: string; detail: string | null; about: string };
type List = ResponseOf<typeof api.desk.coupons.$get>;
type Offered = { offers: { codes: object[] } };
type Answer = DeskRefusal & { coupon: List['rows'][number] };

const path = '/api/desk/coupons';
const list = async () => (await operator.get<List>(path)).body;
const wanted = { code: 'monsoon 15', percent: 15, lastDay: today };
const make = (json: object = {}, who = operator) => who.post<Answer>(path, { ...wanted, ...json });
const end = (code: string, who = operator) => who.post<Answer>(`${path}/${code}/end`);
/** Audit entries of a code since the test began. */
const inAudit = async (about: string) =>
  (await select<Noted>(shop.db, sql`SELECT action, detail, about FROM audit ORDER BY rowid`))
    .slice(noted)
    .filter((row) => row.about === about)
    .map(({ action, detail }) => ({ action, detail }));

beforeEach(async () => {
  await shop.db.write.delete(coupons);
  noted = await countRows(shop.db, 'audit');
});

describe('creating a code', () => {
  test('stores it in upper case, without limits, and it works immediately', async () => {
    const { status, body } = await make();
    expect([status, body.message]).toEqual([200, 'MONSOON-15 can be used now.']);
    expect(body.coupon).toEqual({
      code: 'MONSOON-15',
      percent: 15,
      minSubtotal: 0,
      email: null,
      validUntil: endOfDay(Date.now()),
      lastDay: today,
      maxUses: null,
      maxUsesPerCustomer: null,
      uses: 0,
      listed: false,
      countedAs: null,
      imported: null,
      state: 'running',
      createdAt: expect.any(Number),
    });
    const { quote } = (await quoteWith(shop.client(), { [serum]: 1 }, 'Monsoon-15')).body;
    expect(quote).toMatchObject({ discount: 89.85, coupon: { code: 'MONSOON-15', percent: 15 } });
    expect(await inAudit('MONSOON-15')).toEqual([
      { action: 'coupon_made', detail: `15% off, until ${formatDay(Date.now())}` },
    ]);
  });

  test('with all its limits; its email address is not in the audit list', async ({ shopper: person }) => {
    const { status, body } = await make({
      code: 'ASH',
      minSubtotal: 60_050,
      maxUses: 1,
      maxUsesPerCustomer: 1,
      email: ` ${person.email.toUpperCase()} `,
    });
    expect([status, body.coupon]).toMatchObject([
      200,
      { code: 'ASH', minSubtotal: 60_050, maxUses: 1, maxUsesPerCustomer: 1, email: person.email },
    ]);
    const said = async (who: Parameters<typeof quoteWith>[0], pieces: number) =>
      (await quoteWith(who, { [serum]: pieces }, 'ash')).body.quote.couponMessage;
    expect(await said(person, 1)).toBe('Add ₹1.50 more to use this code.');
    expect(await said(person, 2)).toBeNull();
    expect(await said(await shop.person(), 2)).toContain('This is a personal code.');
    await placeOrder(person, await orderWith(person, { [serum]: 2 }, 'ASH'));
    expect((await list()).rows).toMatchObject([{ code: 'ASH', uses: 1, state: 'used_up' }]);
    expect(await inAudit('ASH')).toEqual([
      {
        action: 'coupon_made',
        detail: `15% off, from ₹600.50, until ${formatDay(Date.now())}, 1 use, 1 per customer, for one person`,
      },
    ]);
  });

  test('that the cart shows is returned, listed and noted so', async () => {
    const { status, body } = await make({ listed: true });
    expect([status, body.coupon.listed]).toEqual([200, true]);
    expect((await list()).rows).toMatchObject([{ code: 'MONSOON-15', listed: true }]);
    expect(await inAudit('MONSOON-15')).toEqual([
      { action: 'coupon_made', detail: `15% off, until ${formatDay(Date.now())}, shown in the cart` },
    ]);
    const quoted = await shop
      .client()
      .post<Offered>('/api/order/quote', { items: itemsOf({ [serum]: 1 }), listOffers: true });
    expect(quoted.body.offers.codes).toMatchObject([{ code: 'MONSOON-15', saves: 89.85 }]);
  });

  test('for one person cannot be shown in the cart', async () => {
    const { status, body } = await make({ listed: true, email: 'asha@example.in' });
    expect([status, body.fields]).toEqual([
      422,
      { email: 'A code for one person cannot be shown in the cart.' },
    ]);
    expect(await countRows(shop.db, 'coupons')).toBe(0);
  });

  test('is valid until the last day ends in India', async () => {
    await make({ lastDay: '2031-03-31' });
    expect(await select(shop.db, sql`SELECT valid_until AS until FROM coupons`)).toEqual([
      { until: Date.parse('2031-04-01T00:00:00+05:30') },
    ]);
    expect((await list()).rows).toMatchObject([{ lastDay: '2031-03-31' }]);
  });

  test.each([
    ['MONSOON15', 'monsoon15'],
    ['MONSOON15', 'Monsoon – 15'],
    ['MONSOON-15', 'monsoon 15'],
    ['HARITA-7K2M9QXD', 'harita7k2m9qxd'],
  ])('is refused when it differs from an existing code only in hyphens: %s, %j', async (there, code) => {
    await insertCoupon(shop.db, { code: there });
    const rows = await snapshot(shop.db);
    const { status, body } = await make({ code });
    expect([status, body.code, Object.keys(body.fields)]).toEqual([409, 'exists', ['code']]);
    expect(await snapshot(shop.db)).toEqual(rows);
  });

  test('four times at once creates one', async () => {
    const others = await Promise.all(times(4, () => shop.person('operator')));
    shop.proxy.meet(4);
    expect(tally(await Promise.all(others.map((who) => make({ code: 'RACE' }, who))))).toEqual({
      200: 1,
      409: 3,
    });
    expect([await countRows(shop.db, 'coupons'), (await inAudit('RACE')).length]).toEqual([1, 1]);
  });

  test('wrong fields are refused and change no row', async () => {
    await expectWrongFields(shop, make, [
      ['no code', { code: undefined }, 'code'],
      ['two characters', { code: 'AB' }, 'code'],
      ['0 per cent', { percent: 0 }, 'percent'],
      ['101 per cent', { percent: 101 }, 'percent'],
      ['half a per cent', { percent: 9.5 }, 'percent'],
      ['text for per cent', { percent: '10' }, 'percent'],
      ['a negative minimum', { minSubtotal: -1 }, 'minSubtotal'],
      ['a third of a paisa', { minSubtotal: 0.333 }, 'minSubtotal'],
      ['yesterday', { lastDay: dayOf(Date.now() - day) }, 'lastDay'],
      ['no such day', { lastDay: '2027-02-30' }, 'lastDay'],
      ['a moment for a day', { lastDay: new Date().toISOString() }, 'lastDay'],
      ['no uses', { maxUses: 0 }, 'maxUses'],
      ['half a use', { maxUses: 1.5 }, 'maxUses'],
      ['no uses for a customer', { maxUsesPerCustomer: 0 }, 'maxUsesPerCustomer'],
      ['a text for a customer’s uses', { maxUsesPerCustomer: '1' }, 'maxUsesPerCustomer'],
      ['a text for a yes', { listed: 'on' }, 'listed'],
      ['no e-mail address', { email: 'asha' }, 'email'],
      ['a header for an address', { email: 'a@example.in\r\nBcc: b@example.in' }, 'email'],
    ]);
  });
});

describe('ending a code', () => {
  test('ends it now: no quote accepts it, and it is recorded', async () => {
    await make();
    const { status, body } = await end('MONSOON-15');
    expect([status, body.message, body.coupon.state]).toEqual([200, 'MONSOON-15 has ended.', 'expired']);
    const { quote } = (await quoteWith(shop.client(), { [serum]: 1 }, 'MONSOON-15')).body;
    expect([quote.discount, quote.couponMessage]).toEqual([0, 'This code has expired.']);
    expect(await inAudit('MONSOON-15')).toMatchObject([
      { action: 'coupon_made' },
      { action: 'coupon_ended' },
    ]);
  });

  test('leaves an order that uses it unchanged', async ({ shopper: person }) => {
    await make();
    const { body } = await placeOrder(person, await orderWith(person, { [serum]: 1 }, 'MONSOON-15'));
    await end('MONSOON-15');
    expect([body.order.discount, await usesOf(shop.db, 'MONSOON-15')]).toEqual([89, 1]);
  });

  test('twice is refused, and says when it ended', async () => {
    await make();
    await end('MONSOON-15');
    const rows = await snapshot(shop.db);
    const { status, body } = await end('MONSOON-15');
    expect([status, body.code]).toEqual([409, 'changed']);
    expect(body.message).toMatch(/^This code has already ended: its last day was \d+ [A-Z][a-z]{2} \d{4}\.$/);
    expect(await snapshot(shop.db)).toEqual(rows);
  });

  test('an unknown code is a 404', async () => {
    expect((await end('NOTHING')).status).toBe(404);
  });
});

describe('showing a code in the cart', () => {
  const setListed = (code: string, listed: boolean) =>
    operator.post<Answer>(`${path}/${code}/listed`, { listed });
  const inCart = async () => {
    const asked = { items: itemsOf({ [serum]: 1 }), listOffers: true };
    return (await shop.client().post<Offered>('/api/order/quote', asked)).body.offers.codes.length;
  };

  test('can be stopped and begun again; the code stays valid, and both are recorded', async () => {
    await make({ listed: true });
    expect(await inCart()).toBe(1);
    const off = await setListed('MONSOON-15', false);
    expect([off.status, off.body.coupon.listed, off.body.coupon.state]).toEqual([200, false, 'running']);
    expect(await inCart()).toBe(0);
    expect(
      (await quoteWith(shop.client(), { [serum]: 1 }, 'MONSOON-15')).body.quote.couponMessage,
    ).toBeNull();
    expect((await setListed('MONSOON-15', true)).body.message).toBe('The cart shows MONSOON-15 now.');
    expect(await inCart()).toBe(1);
    expect((await inAudit('MONSOON-15')).map(({ action }) => action)).toEqual([
      'coupon_made',
      'coupon_hidden',
      'coupon_shown',
    ]);
  });

  test('is refused if nothing changes, of a code for one person, and of an unknown code', async () => {
    await make();
    await make({ code: 'ASHA-15', email: 'asha@example.in' });
    const rows = await snapshot(shop.db);
    const answers = [
      await setListed('MONSOON-15', false),
      await setListed('ASHA-15', true),
      await setListed('NOTHING', false),
    ];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [409, 'The cart no longer shows this code.'],
      [409, 'A code for one person cannot be shown in the cart.'],
      [404, 'This code was not found.'],
    ]);
    expect(await snapshot(shop.db)).toEqual(rows);
  });
});
