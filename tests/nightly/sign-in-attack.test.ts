/** Guesses of passwords with the default limits (docs/reliability.md); each is sent as soon as the last is answered. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { password } from '../support/accounts.ts';
import { useShop } from '../support/shop.ts';
import { attackOn, evaluated, inNet, networks, type Trying } from '../support/sign-in-attack.ts';

const shop = useShop();
const { forget, signIn, quickly, owner } = attackOn(shop);

type Round = [what: string, count: number, limit: number, trying: (email: string, n: number) => Trying];

test.each<Round>([
  ['passwords of one account from one IPv6 /64', 60, 10, (email, n) => ({ email, from: inNet(n) })],
  ['passwords of one account from 60 networks', 60, 30, (email, n) => ({ email, from: networks(n) })],
  ['accounts from one address', 40, 30, (_, n) => ({ email: `n${n}@example.in`, from: inNet(1) })],
  ['passwords of an operator from one IPv6 /64', 40, 10, (email, n) => ({ email, from: inNet(n) })],
])(
  'of %s, %i in number, at most %i are evaluated; the owner can sign in',
  async (what, count, limit, trying) => {
    await forget();
    const { email, device } = await owner();
    if (what.includes('operator'))
      await shop.db.write.run(sql`UPDATE users SET role = 'operator' WHERE email = ${email}`);
    const answers = await quickly(count, (n) => trying(email, n));
    expect(evaluated(answers)).toBeLessThanOrEqual(limit);
    expect((await signIn({ email, from: inNet(61), device, word: password })).status).toBe(200);
  },
);
