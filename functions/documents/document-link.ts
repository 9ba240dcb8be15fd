/** The signed link to the documents of an order in our emails; it works without signing in. */
import type { KeyRing } from '../lib/email-hash.ts';
import { orderIdPattern, readSignedLink, signLink } from '../lib/signed-link.ts';

/** Links that were sent have been signed with it. */
const label = 'invoice-link';

/** `<order id>.<signature>`, the part of the link after `/invoice#`. @param key EMAIL_HASH_KEY */
export const documentLink = (key: KeyRing, orderId: string): string => signLink(key, label, orderId);

/** The id of the order whose documents a link opens, or `undefined` for a link that the shop has not signed. */
export const readDocumentLink = (key: KeyRing, link: string): string | undefined =>
  readSignedLink(key, label, link, orderIdPattern);
