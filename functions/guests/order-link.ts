/** The signed link in the emails about a guest's order, which opens the order on any device (docs/behaviour.md 9.15). */
import { oneDay } from '#lib/dates.ts';
import { orderIdPattern, readSignedLink, signLink } from '../lib/signed-link.ts';

/** How long a link works after its order was placed, ms. */
export const orderLinkLife = 90 * oneDay;

const label = 'order-link';

/** `<order id>.<signature>`, the part of the link after `/order#`. @param key EMAIL_HASH_KEY */
export const orderLink = (key: string, orderId: string): string => signLink(key, label, orderId);

/** The id of the order that a link opens, or `undefined` for a link that the shop has not signed. */
export const readOrderLink = (key: string, link: string): string | undefined =>
  readSignedLink(key, label, link, orderIdPattern);
