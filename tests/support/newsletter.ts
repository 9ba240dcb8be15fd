/** Subscribing to the newsletter, and reading what its first letter brings. */
import { tailLength } from '#features/pricing/coupon.ts';
import type { Client } from './client.ts';
import type { Shop } from './shop.ts';

export const subscribe = (client: Client, email: string) => client.post('/api/subscribe', { email });

type Letter = Shop['standIns']['mailbox']['messages'][number];

/** The welcome letter to an address, there already or on its way. */
export const welcomeTo = (shop: Shop, email: string): Promise<Letter> =>
  shop.standIns.mailbox.waitFor(({ to, subject }) => to.includes(email) && subject.startsWith('Welcome'));

/** The code in a welcome letter, as a reader finds it in the text. */
export function codeIn({ text }: Letter): string {
  const [code] = new RegExp(`\\bHARITA-[A-Z0-9]{${tailLength}}\\b`).exec(text ?? '') ?? [];
  if (!code) throw new Error(`There is no code in the letter: ${text}`);
  return code;
}

/** Where a mail client's own button posts to (RFC 8058). */
export const oneClickIn = ({ headers }: Letter): URL =>
  new URL(headers?.['List-Unsubscribe']?.replace(/^<|>$/g, '') ?? '');
