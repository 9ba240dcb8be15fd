/** What somebody changes of their own account without their password: the name; and how often. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { login, someoneWithPassword } from '../support/accounts.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ vars: { ACCOUNT_CHANGES_PER_HOUR: '3' } });
const minute = 60 * 1000;
const clock = (offset: number) => shop.stack.restartWorker({ CLOCK_OFFSET_MS: String(offset) });

type Someone = Awaited<ReturnType<typeof someoneWithPassword>>;

const rename = (person: Someone, name: unknown) => person.post('/api/user/name', { name });

beforeEach(() => shop.db.write.run(sql`DELETE FROM attempts`));

describe('the name', () => {
  test('is saved, and answered', async () => {
    const person = await someoneWithPassword(shop);
    const { status, body } = await rename(person, '  Asha Devi ');
    expect([status, body.user]).toEqual([
      200,
      { name: 'Asha Devi', email: person.email, role: 'shopper', verified: true },
    ]);
    expect((await person.get('/api/user/me')).body.user.name).toBe('Asha Devi');
  });

  test('may be changed so many times an hour by an account, from whichever device', async () => {
    const person = await someoneWithPassword(shop);
    const { body } = await login(shop, person.email);
    const devices = [person, { ...person, ...shop.client(body.token) }];
    for (const n of [0, 1, 2]) expect((await rename(devices[n % 2] ?? person, `Asha ${n}`)).status).toBe(200);
    const refused = await rename(person, 'Asha 3');
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect((await person.get('/api/user/me')).body.user.name).toBe('Asha 2');
    expect((await rename(await someoneWithPassword(shop), 'Meera')).status).toBe(200);
    await clock(61 * minute);
    expect((await rename(person, 'Asha 4')).status).toBe(200);
    await clock(0);
  });
});
