/** Subscribes to the newsletter, and reads the welcome email. */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { subscribers } from '#db/schema/index.ts';
import { tailLength } from '#domain/pricing/coupon.ts';
import type { Client } from './client.ts';
import type { TestShop } from './shop.ts';

export const subscribe = (client: Client, email: string) => client.post('/api/subscribe', { email });

/** Confirms the subscription of an address, as the page of the emailed link does. */
export async function confirmSubscription(shop: TestShop, email: string) {
  const [row] = await shop.db.read.select().from(subscribers).where(eq(subscribers.email, email));
  return shop.client().post('/api/subscribe', { token: row?.token ?? '' });
}

/** Subscribes an address, and confirms it. */
export async function subscribeAndConfirm(shop: TestShop, email: string, client = shop.client()) {
  const answer = await subscribe(client, email);
  expect((await confirmSubscription(shop, email)).status).toBe(200);
  return answer;
}

type ReceivedEmail = TestShop['simulators']['mailbox']['messages'][number];

/** The welcome email to an address; waits until it has been sent. */
export const welcomeEmailTo = (shop: TestShop, email: string): Promise<ReceivedEmail> =>
  shop.simulators.mailbox.waitFor(
    ({ to, subject }) => to.includes(email) && /^Welcome to .*: your code for \d+% off$/.test(subject),
  );

/** The code in the text of a welcome email. */
export function codeIn({ text }: ReceivedEmail): string {
  const [code] = new RegExp(`\\bHARITA-[A-Z0-9]{${tailLength}}\\b`).exec(text ?? '') ?? [];
  if (!code) throw new Error(`There is no code in the email: ${text}`);
  return code;
}

/** The URL to which a mail client posts to unsubscribe (RFC 8058). */
export const oneClickUrl = ({ headers }: ReceivedEmail): URL =>
  new URL(headers?.['List-Unsubscribe']?.replace(/^<|>$/g, '') ?? '');
