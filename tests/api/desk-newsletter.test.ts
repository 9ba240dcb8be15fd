/** The newsletter at the desk: the list, its count, the search and unsubscribing. No answer contains a link's token. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { subscribers } from '#db/schema/index.ts';
import { allPages, tally, times } from '../support/client.ts';
import type { DeskRefusal } from '../support/desk.ts';
import { subscribeAndConfirm } from '../support/newsletter.ts';
import { useOperator } from '../support/people.ts';
import { expectWrongFields } from '../support/refusals.ts';
import { countRows, select } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true });
const operator = useOperator(shop);

type Answer = DeskRefusal & {
  rows: { email: string; createdAt: number; unsubscribedAt: number | null }[];
  next: string | null;
  count: number;
};

const path = '/api/desk/subscribers';
const list = async (query = '') => (await operator.get<Answer>(path + query)).body;
const remove = (email: unknown, who = operator) => who.post<Answer>(`${path}/remove`, { email });
const subscribe = (email: string) => subscribeAndConfirm(shop, email);
const emails = ({ rows }: Answer) => rows.map(({ email }) => email);

beforeEach(() => shop.db.write.delete(subscribers));

describe('the list', () => {
  test('has the subscribers, newest first, and their number, but never a token', async () => {
    for (const email of ['asha@example.in', 'ravi@example.in']) await subscribe(email);
    await shop.db.write.run(sql`UPDATE subscribers SET created_at = 1000 WHERE email = 'asha@example.in'`);
    const body = await list();
    expect(body.rows).toEqual([
      { email: 'ravi@example.in', createdAt: expect.any(Number), unsubscribedAt: null },
      { email: 'asha@example.in', createdAt: 1000, unsubscribedAt: null },
    ]);
    expect([body.count, body.next]).toEqual([2, null]);
    const tokens = await select<{ token: string }>(shop.db, sql`SELECT token FROM subscribers`);
    const answers = JSON.stringify([body, await list('?q=asha'), (await remove('asha@example.in')).body]);
    for (const { token } of tokens) expect([token.length, answers.includes(token)]).toEqual([22, false]);
  });

  test.each([
    ['', 80],
    ['q=a', 120],
    ['q=a1', 31],
  ])('?%s has %d in pages, without repetition', async (query, count) => {
    await shop.db.write
      .insert(subscribers)
      .values(
        times(120, (n) => ({
          email: `a${n}@example.in`,
          createdAt: 1000 + Math.floor(n / 8),
          unsubscribedAt: n % 3 ? null : 2000,
        })),
      );
    const pages = await allPages((after) => list(`?${query}${after}`));
    for (const page of pages) expect(page.count).toBe(80);
    const all = pages.flatMap(emails);
    expect([all.length, new Set(all).size]).toEqual([count, count]);
  });

  test('an address with an apostrophe can end a page', async () => {
    await shop.db.write
      .insert(subscribers)
      .values(times(60, (n) => ({ email: `o'${String(n).padStart(2, '0')}@example.in`, createdAt: 1000 })));
    const { next } = await list('?q=o');
    expect(emails(await list(`?q=o&after=${encodeURIComponent(next ?? '')}`))).toHaveLength(10);
  });

  test.each([
    ['ASH', ['asha@example.in']],
    ['%25', []],
    ['_', []],
    ["'%20OR%201=1%20--", []],
  ])('?q=%s finds %j: only by the beginning', async (q, found) => {
    for (const email of ['asha@example.in', 'natasha@example.in']) await subscribe(email);
    expect(emails(await list(`?q=${q}`))).toEqual(found);
  });

  test.each([`q=${'x'.repeat(255)}`, 'after=x'])('?%s is refused', async (query) => {
    expect((await operator.get(`${path}?${query}`)).status).toBe(422);
  });
});

describe('unsubscribing an address', () => {
  test('ends its emails, keeps its row, and is recorded with the shortened address', async () => {
    await subscribe('lata@example.in');
    const { status, body } = await remove(' Lata@Example.in ');
    expect([status, body.message]).toEqual([200, 'lata@example.in is unsubscribed.']);
    expect(await list()).toMatchObject({ rows: [], count: 0 });
    expect((await list('?q=lata')).rows).toMatchObject([
      { email: 'lata@example.in', unsubscribedAt: expect.any(Number) },
    ]);
    expect(
      await select(
        shop.db,
        sql`SELECT actor_id, about, detail FROM audit WHERE action = 'unsubscribed' ORDER BY at DESC LIMIT 1`,
      ),
    ).toEqual([{ actor_id: operator.id, about: 'la…@example.in', detail: null }]);
  });

  test('gives a returning subscriber no second welcome code', async () => {
    await subscribe('meera@example.in');
    await remove('meera@example.in');
    await subscribe('meera@example.in');
    expect((await list()).rows).toMatchObject([{ email: 'meera@example.in', unsubscribedAt: null }]);
    expect(await countRows(shop.db, 'coupons', sql`email = 'meera@example.in'`)).toBe(1);
  });

  test('by four operators at once is done and recorded once', async () => {
    await subscribe('ravi@example.in');
    const noted = await countRows(shop.db, 'audit');
    const others = await Promise.all(times(4, () => shop.person('operator')));
    shop.proxy.meet(4);
    const answers = await Promise.all(others.map((who) => remove('ravi@example.in', who)));
    expect(tally(answers)).toEqual({ 200: 1, 409: 3 });
    const refused = answers.find(({ status }) => status === 409)?.body;
    expect(refused?.code).toBe('changed');
    expect(refused?.message).toMatch(/^This address is already unsubscribed, since \d+ [A-Z][a-z]{2} \d{4}/);
    expect(await countRows(shop.db, 'audit')).toBe(noted + 1);
  });

  test('that never subscribed is a 404', async () => {
    expect((await remove('nobody@example.in')).status).toBe(404);
  });

  test('wrong addresses are refused and change no row', async () => {
    const wrong = [undefined, '', 'asha', 7, ['a@example.in'], 'a@example.in\r\nBcc: b@example.in'];
    const cases = wrong.map((email) => [String(email), { email }, 'email'] as [string, object, string]);
    await expectWrongFields(shop, (json) => operator.post<Answer>(`${path}/remove`, json), cases);
  });
});
