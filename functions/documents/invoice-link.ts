/** The signed link to an invoice in the email about the parcel; it works without signing in. */
import { orderIdPattern, readSignedLink, signLink } from '../lib/signed-link.ts';

const label = 'invoice-link';

/** `<order id>.<signature>`, the part of the link after `/invoice#`. @param key EMAIL_HASH_KEY */
export const invoiceLink = (key: string, orderId: string): string => signLink(key, label, orderId);

/** The id of the order whose invoice a link opens, or `undefined` for a link that the shop has not signed. */
export const readInvoiceLink = (key: string, link: string): string | undefined =>
  readSignedLink(key, label, link, orderIdPattern);
