/** Quick guesses of passwords. A guess is evaluated if the Worker hashes its password. */
import { sql } from 'drizzle-orm';
import { password, verifiedUser } from './accounts.ts';
import { type ApiResponse, inTurn, newClient, times } from './client.ts';
import type { TestShop } from './shop.ts';

export type Trying = { email: string; from: string; device?: string; word?: string };

export const evaluated = (answers: readonly ApiResponse[]) =>
  answers.filter(({ status }) => status === 401).length;
/** Addresses of one IPv6 /64. */
export const inNet = (n: number) => `2001:db8:7:7:${n.toString(16)}::${n + 1}`;
/** Addresses of as many networks. */
export const networks = (n: number) => `2001:db8:${n.toString(16)}::1`;

export function attackOn(shop: TestShop) {
  const forget = () => shop.db.write.run(sql`DELETE FROM attempts`);
  const signIn = ({ email, from, device, word = 'a wrong guess' }: Trying) =>
    newClient(shop.stack.url, undefined, from).post('/api/user/login', { email, password: word, device });
  return {
    /** Deletes all counters. */
    forget,
    signIn,
    /** Sends attempts one after another, without pauses. */
    quickly: (count: number, trying: (n: number) => Trying) => inTurn(times(count, trying), signIn),
    /** A user who has signed up on a device, with the device's token. */
    async owner() {
      const { email, post } = await verifiedUser(shop);
      const { body } = await post<{ device: string }>('/api/user/login', { email, password });
      await forget();
      return { email, device: body.device };
    },
  };
}
