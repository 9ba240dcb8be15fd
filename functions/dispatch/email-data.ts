/** Turns the stored content of an email into the data that its text needs. */
import type { OrderEmail, OutboxEmail } from '#db/schema/outbox-email.ts';
import { emailLinkPaths } from '#domain/accounts/email-links.ts';
import { productOf } from '#domain/catalogue/sellable-id.ts';
import type { ShopDocument } from '#domain/documents/document.ts';
import { documentPaths } from '#domain/documents/document-paths.ts';
import { unsubscribePaths } from '#domain/newsletter/unsubscribe-paths.ts';
import { openConfirmation } from '#domain/orders/open-confirmation.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import { productPath, subscribedPath } from '#lib/paths.ts';
import { documentLink } from '../documents/document-link.ts';
import type { AttachedDocument, EmailData } from '../email/email-data.ts';
import { emailHash } from '../lib/email-hash.ts';
import { flagTitles } from '../outbox/flag-titles.ts';
import { optOutToken, reviewLink } from '../reviews/review-link.ts';

/** The order that an email is about. @property link opens it, for a guest @property documents the email brings them */
export type MailedOrder = {
  order: ApiOrder;
  linkVersion: number;
  link: string | undefined;
  documents: readonly ShopDocument[];
};

/** @property url origin of the shop, for links @property linkKey EMAIL_HASH_KEY; without it there are no signed links */
export type LinkSettings = { url: string; linkKey: string | undefined };

/** The page of a review: by a signed link if it was written by one. */
const reviewUrl = ({ url, linkKey }: LinkSettings, productId: string, orderId: string | null): string =>
  linkKey && orderId
    ? url + emailLinkPaths.review(productId, reviewLink(linkKey, orderId, productId))
    : `${url}${productPath(productId)}#write-review`;

/** Asks for reviews of the products that the order still has. Undefined when it was returned meanwhile. */
function reviewRequest(
  { products = [] }: OrderEmail,
  { order }: MailedOrder,
  { url, linkKey }: LinkSettings,
): EmailData | undefined {
  // A part that was cancelled before the parcel left says nothing of the rest.
  const cameBack = order.refunds.some(({ reason }) => reason !== 'cancelled');
  if (!linkKey || order.status !== 'Delivered' || cameBack) return undefined;
  return {
    kind: 'review_request',
    order,
    // Of two sizes the first is asked about: they have one review.
    products: products.flatMap((id) => {
      const item = order.items.find(({ _id }) => productOf(_id) === id);
      return item ? { name: item.name, url: reviewUrl({ url, linkKey }, id, order._id) } : [];
    }),
    unsubscribeUrl:
      url + unsubscribePaths.page(optOutToken(linkKey, emailHash(linkKey, order.shippingAddress.email))),
  };
}

/** The document that an email brings, with the link to its page. */
const attached = (
  { order, linkVersion, documents: [document] }: MailedOrder,
  { url, linkKey }: LinkSettings,
): AttachedDocument | undefined =>
  document && {
    kind: document.kind,
    number: document.number,
    url:
      linkKey &&
      url +
        documentPaths.linked(
          documentLink(linkKey, { id: order._id, linkVersion }),
          document.kind === 'invoice' ? undefined : document.number,
        ),
  };

/** @returns undefined when the order that the email is about was deleted, or there is nothing to say any more */
export function emailData(
  email: OutboxEmail,
  mailed: MailedOrder | undefined,
  links: LinkSettings,
): EmailData | undefined {
  const { url } = links;
  switch (email.kind) {
    case 'welcome': {
      const { token, ...rest } = email;
      return { ...rest, unsubscribeUrl: `${url}/unsubscribe?token=${token}` };
    }
    case 'subscribe': {
      const { token, ...rest } = email;
      return { ...rest, url: `${url}${subscribedPath}?token=${token}` };
    }
    case 'stock_alert': {
      const { kind, productId, name, token } = email;
      return {
        kind,
        name,
        url: url + productPath(productId),
        unsubscribeUrl: url + unsubscribePaths.page(token),
      };
    }
    case 'password_reset':
      return { kind: email.kind, url: url + emailLinkPaths.reset(email.token), minutes: email.minutes };
    case 'email_change': {
      const { kind, newEmail, minutes } = email;
      return { kind, newEmail, minutes, url: url + emailLinkPaths.confirmEmail(email.token) };
    }
    case 'verify_email': {
      const { kind, hours, token, order = false } = email;
      return { kind, hours, order, url: url + emailLinkPaths.confirmEmail(token) };
    }
    case 'password_changed':
    case 'email_changed':
    case 'ticket_received':
    case 'ticket_answer':
    case 'account_deleted':
    case 'low_stock':
    case 'morning_summary':
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
  if (!mailed) return undefined;
  const { order, link } = mailed;
  const document = attached(mailed, links);
  switch (email.kind) {
    case 'guest_claim':
      // The guest is an account by now.
      return link ? { kind: email.kind, url: link, hasAccount: email.hasAccount } : undefined;
    case 'order_code':
      return { kind: email.kind, reference: order.reference, code: email.code, minutes: email.minutes };
    case 'new_order':
      return { kind: email.kind, order };
    case 'confirm_reminder':
      // It was confirmed, packed or cancelled meanwhile.
      return openConfirmation(order) && { kind: email.kind, order, link };
    case 'review_request':
      return reviewRequest(email, mailed, links);
    case 'order_cancelled':
    case 'order_returned':
    case 'order_undelivered':
      return {
        kind: email.kind,
        order,
        link,
        document,
        reason: email.reason ?? null,
        refund: order.refunds.length > 0,
      };
    case 'order_refunded': {
      const { kind, amount = 0, reason = null } = email;
      return { kind, order, link, document, amount, reason };
    }
    case 'order_reduced': {
      const { kind, what = '', reason = null, amount = 0 } = email;
      return { kind, order, link, what, reason, amount };
    }
    case 'return_requested':
    case 'return_approved':
    case 'return_declined':
      return { kind: email.kind, order, link, what: email.what ?? '', reason: email.reason ?? null };
    case 'return_checked': {
      const { kind, what = '', reason = null, amount = 0, exchange = null } = email;
      return { kind, order, link, document, what, reason, amount, exchange };
    }
    case 'order_corrected':
      return { kind: email.kind, order, link, what: email.what ?? '' };
    default:
      return { kind: email.kind, order, link, document };
  }
}
