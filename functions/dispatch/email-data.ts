/** Turns the stored content of an email into the data that its text needs. */
import type { OrderEmail, OutboxEmail } from '#db/schema/outbox-email.ts';
import { emailLinkPaths } from '#features/accounts/email-links.ts';
import type { NumberedInvoice } from '#features/documents/invoice.ts';
import { invoicePaths } from '#features/documents/invoice-paths.ts';
import { unsubscribePaths } from '#features/newsletter/unsubscribe-paths.ts';
import type { ApiOrder } from '#features/orders/order.ts';
import { paths } from '#lib/paths.ts';
import { invoiceLink } from '../documents/invoice-link.ts';
import type { EmailData } from '../email/render.ts';
import { flagTitles } from '../flags/titles.ts';
import { emailHash } from '../lib/email-hash.ts';
import { optOutToken, reviewLink } from '../reviews/review-link.ts';

/** The order that an email is about. @property link opens it, for a guest @property invoice of an order that has left */
export type MailedOrder = {
  order: ApiOrder;
  link: string | undefined;
  invoice: NumberedInvoice | undefined;
};

/** @property url origin of the shop, for links @property linkKey EMAIL_HASH_KEY; without it there are no signed links */
export type LinkSettings = { url: string; linkKey: string | undefined };

/** The page of a review: by a signed link if it was written by one. */
const reviewUrl = ({ url, linkKey }: LinkSettings, productId: string, orderId: string | null): string =>
  linkKey && orderId
    ? url + emailLinkPaths.review(productId, reviewLink(linkKey, orderId, productId))
    : `${url}${paths.product(productId)}#write-review`;

/** Asks for reviews of the products that the order still has. Undefined when it was returned meanwhile. */
function reviewRequest(
  { products = [] }: OrderEmail,
  { order }: MailedOrder,
  { url, linkKey }: LinkSettings,
): EmailData | undefined {
  if (!linkKey || order.status !== 'Delivered' || order.refunds.length) return undefined;
  return {
    kind: 'review_request',
    order,
    products: order.items
      .filter(({ _id }) => products.includes(_id))
      .map(({ _id, name }) => ({ name, url: reviewUrl({ url, linkKey }, _id, order._id) })),
    unsubscribeUrl:
      url + unsubscribePaths.page(optOutToken(linkKey, emailHash(linkKey, order.shippingAddress.email))),
  };
}

/** @returns undefined when the order that the email is about was deleted, or there is nothing to say any more */
export function emailData(
  email: OutboxEmail,
  orders: ReadonlyMap<string, MailedOrder>,
  links: LinkSettings,
): EmailData | undefined {
  const { url, linkKey } = links;
  switch (email.kind) {
    case 'welcome': {
      const { token, ...rest } = email;
      return { ...rest, unsubscribeUrl: `${url}/unsubscribe?token=${token}` };
    }
    case 'password_reset':
      return {
        kind: email.kind,
        url: url + emailLinkPaths.reset(email.token),
        minutes: email.minutes,
      };
    case 'email_change': {
      const { kind, newEmail, minutes } = email;
      return { kind, newEmail, minutes, url: url + emailLinkPaths.confirmEmail(email.token) };
    }
    case 'verify_email': {
      const { kind, hours, token } = email;
      return { kind, hours, url: url + emailLinkPaths.confirmEmail(token) };
    }
    case 'password_changed':
    case 'email_changed':
    case 'ticket_received':
    case 'ticket_answer':
    case 'account_deleted':
    case 'role_changed':
    case 'second_factor':
      return email;
    case 'review_hidden': {
      const { kind, product, reason, productId, reviewOrderId } = email;
      return { kind, product, reason, url: reviewUrl(links, productId, reviewOrderId) };
    }
    case 'review_decided': {
      const { kind, product, answer, productId, reviewOrderId } = email;
      return { kind, product, answer, url: reviewUrl(links, productId, reviewOrderId) };
    }
    case 'operator_flag':
      return {
        kind: email.kind,
        title: flagTitles[email.flag],
        lines: [email.detail, `About: ${email.about}`],
      };
  }
  const mailed = orders.get(email.orderId);
  if (!mailed) return undefined;
  const { order, link, invoice } = mailed;
  switch (email.kind) {
    case 'guest_claim':
      // The guest is an account by now.
      return link ? { kind: email.kind, url: link, hasAccount: email.hasAccount } : undefined;
    case 'review_request':
      return reviewRequest(email, mailed, links);
    case 'order_cancelled':
    case 'order_returned':
      return {
        ...{ kind: email.kind, order, link, reason: email.reason ?? null, refund: order.refunds.length > 0 },
      };
    case 'order_refunded':
      return { kind: email.kind, order, link, amount: email.amount ?? 0, reason: email.reason ?? null };
    case 'order_shipped': {
      const to = linkKey && url + invoicePaths.linked(invoiceLink(linkKey, order._id));
      return { kind: email.kind, order, link, invoice: invoice && { number: invoice.number, url: to } };
    }
    default:
      return { kind: email.kind, order, link };
  }
}
