/** The newsletter at the desk: who is in the list, and unsubscribing. No answer contains a link's token. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { subscribers } from '#db/schema/index.ts';
import type { api, ResponseOf } from '#lib/api.ts';
import { tally, times } from '../support/client.ts';
import type { DeskRefusal } from '../support/desk.ts';
import { subscribeAndConfirm } from '../support/newsletter.ts';
import { expectWrongFields } from '../support/refusals.ts';
import { countRows, select } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ proxy: true });

const path = '/api/desk/subscribers';
const list = async (query = '') =>
  (await operator.get<ResponseOf<typeof api.desk.subscribers.$get>>(path + query)).body;
const remove = (email: unknown, who = operator) => who.post<DeskRefusal>(`${path}/remove`, { email });
const subscribe = (email: string) => subscribeAndConfirm(shop, email);

beforeEach(() => shop.db.write.delete(subscribers));

test('the list has the subscribers, newest first, and their number, but never a token', async () => {
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
    await expectWrongFields(shop, (json) => operator.post<DeskRefusal>(`${path}/remove`, json), cases);
  });
});
