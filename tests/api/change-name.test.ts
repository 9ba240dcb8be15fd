/** Changing the account's name, without the password (docs/behaviour.md 9), and its hourly limit. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { login, verifiedUser } from '../support/accounts.ts';
import { minute, setClock } from '../support/clock.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ vars: { ACCOUNT_CHANGES_PER_HOUR: '3' } });

type Someone = Awaited<ReturnType<typeof verifiedUser>>;

const rename = (person: Someone, name: unknown) => person.post('/api/user/name', { name });

beforeEach(() => shop.db.write.run(sql`DELETE FROM attempts`));

describe('the name', () => {
  test('is saved and returned', async () => {
    const person = await verifiedUser(shop);
    const { status, body } = await rename(person, '  Asha Devi ');
    expect([status, body.user]).toEqual([
      200,
      { name: 'Asha Devi', email: person.email, role: 'shopper', verified: true },
    ]);
    expect((await person.get('/api/user/me')).body.user.name).toBe('Asha Devi');
  });

  test('has an hourly limit of changes per account, across devices', async () => {
    const person = await verifiedUser(shop);
    const { body } = await login(shop, person.email);
    const devices = [person, { ...person, ...shop.client(body.token) }];
    for (const n of [0, 1, 2]) expect((await rename(devices[n % 2] ?? person, `Asha ${n}`)).status).toBe(200);
    const refused = await rename(person, 'Asha 3');
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect((await person.get('/api/user/me')).body.user.name).toBe('Asha 2');
    expect((await rename(await verifiedUser(shop), 'Meera')).status).toBe(200);
    await setClock(shop, 61 * minute);
    expect((await rename(person, 'Asha 4')).status).toBe(200);
  });
});
