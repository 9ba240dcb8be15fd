/**
 * The signed link in the emails about a guest's order, which opens the order on any device (docs/behaviour.md,
 * "Order links").
 */
import { oneDay } from '#lib/dates.ts';
import type { KeyRing } from '../lib/email-hash.ts';
import { refusal } from '../lib/refusal.ts';
import { orderIdPattern, readSignedLink, signLink } from '../lib/signed-link.ts';

/** How long a link works after its order was placed, ms. */
export const orderLinkLife = 90 * oneDay;

const [label, claimLabel, phoneLabel] = ['order-link', 'claim-link', 'phone-link'];

/** `<order id>.<signature>`, the part of the link after `/order#`. @param key EMAIL_HASH_KEY */
export const orderLink = (key: KeyRing, orderId: string): string => signLink(key, label, orderId);

/**
 * The link of the email that a guest gets who chose a password. It does what an order's link does. It also proves the
 * address, which an order's link does not: emails about orders are passed on.
 */
export const claimLink = (key: KeyRing, orderId: string): string => signLink(key, claimLabel, orderId);

/**
 * The link that an operator sends to the phone of an order. It opens the order as that of the emails does, but proves no
 * mailbox.
 */
export const phoneLink = (key: KeyRing, orderId: string): string => signLink(key, phoneLabel, orderId);

/** Makes the URL that opens an order from its id. */
export type OrderUrl = (orderId: string) => string;

export const deadOrderLink = refusal(
  404,
  'link_dead',
  'This link does not work, or is too old. You can follow your order with its number and your phone.',
);

/**
 * @property mailed the link came by email, so its holder reads the guest's mailbox
 * @property proves the link proves the guest's address, and was not passed on
 */
export type LinkedOrder = { orderId: string; mailed: boolean; proves: boolean };

/** The order that a link opens, or `undefined` for a link that the shop has not signed. */
export function readOrderLink(key: KeyRing, link: string): LinkedOrder | undefined {
  const read = (of: string) => readSignedLink(key, of, link, orderIdPattern);
  const claimed = read(claimLabel);
  const mailed = claimed ?? read(label);
  const orderId = mailed ?? read(phoneLabel);
  return orderId === undefined
    ? undefined
    : { orderId, mailed: mailed !== undefined, proves: claimed !== undefined };
}
