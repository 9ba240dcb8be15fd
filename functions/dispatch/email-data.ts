/** Turns the stored content of an email into the data that its text needs. */
import type { OutboxEmail } from '#db/schema/outbox-email.ts';
import { emailLinkPaths } from '#features/accounts/email-links.ts';
import type { ApiOrder } from '#features/orders/order.ts';
import type { EmailData } from '../email/render.ts';
import { flagTitles } from '../flags/titles.ts';

/** The order that an email is about. @property link opens it, for a guest */
export type MailedOrder = { order: ApiOrder; link: string | undefined };

/** @param url origin of the shop, for links @returns undefined when the order that the email is about was deleted */
export function emailData(
  email: OutboxEmail,
  orders: ReadonlyMap<string, MailedOrder>,
  url: string,
): EmailData | undefined {
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
    case 'operator_flag':
      return {
        kind: email.kind,
        title: flagTitles[email.flag],
        lines: [email.detail, `About: ${email.about}`],
      };
  }
  const mailed = orders.get(email.orderId);
  if (!mailed) return undefined;
  const { order, link } = mailed;
  switch (email.kind) {
    case 'guest_claim':
      // The guest is an account by now.
      return link ? { kind: email.kind, url: link, hasAccount: email.hasAccount } : undefined;
    case 'order_cancelled':
    case 'order_returned':
      return { kind: email.kind, order, link, reason: email.reason ?? null, refund: order.refund !== null };
    case 'order_refunded':
      return { kind: email.kind, order, link, amount: email.amount ?? 0 };
    default:
      return { kind: email.kind, order, link };
  }
}
