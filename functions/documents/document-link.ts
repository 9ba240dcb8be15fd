/** The signed link to the documents of an order in our emails; it works without signing in. */
import { type Linked, linkedId, readLinked } from '../guests/order-link.ts';
import type { KeyRing } from '../lib/email-hash.ts';
import { signLink } from '../lib/signed-link.ts';

/** Links that were sent have been signed with it. */
const label = 'invoice-link';

/** `<order id>.<signature>`, the part of the link after `/invoice#`. @param key EMAIL_HASH_KEY */
export const documentLink = (key: KeyRing, order: Linked): string => signLink(key, label, linkedId(order));

/** The order whose documents a link opens, or `undefined` for a link that the shop has not signed. */
export const readDocumentLink = (key: KeyRing, link: string): Linked | undefined =>
  readLinked(key, label, link);
