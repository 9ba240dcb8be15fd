/**
 * The signed links in the emails about reviews (docs/behaviour.md, "Asking for reviews"): one writes the review of a
 * delivered product without an account, one ends these emails.
 */
import { oneDay } from '#lib/dates.ts';
import type { KeyRing } from '../lib/email-hash.ts';
import { orderIdPattern, readSignedLink, signLink } from '../lib/signed-link.ts';

/** How long a link works after its order was delivered, ms. */
export const reviewLinkLife = 365 * oneDay;

const labels = { review: 'review-link', optOut: 'review-opt-out' } as const;

/** `<order id>.<signature>`, the part of the link after `/product/{id}#review=`. @param key EMAIL_HASH_KEY */
export const reviewLink = (key: KeyRing, orderId: string, productId: string): string =>
  signLink(key, labels.review, orderId, `/${productId}`);

/** The id of the order, or `undefined` for a link that the shop has not signed for this product. */
export const readReviewLink = (key: KeyRing, link: string, productId: string): string | undefined =>
  readSignedLink(key, labels.review, link, orderIdPattern, `/${productId}`);

/** The token of the link that ends the emails to an address. @param hash keyed hash of the address */
export const optOutToken = (key: KeyRing, hash: string): string => signLink(key, labels.optOut, hash);

/** The keyed hash of the address, or `undefined` for another token. */
export const readOptOutToken = (key: KeyRing, token: string): string | undefined =>
  readSignedLink(key, labels.optOut, token, /^[\w-]{43}$/);
