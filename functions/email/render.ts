/**
 * Renders the shop's emails as plain text and HTML, both from the same draft. The texts are in the files beside this
 * one, by subject. Pure: no clock, no database, nothing is sent.
 */
import {
  accountDeleted,
  emailChange,
  emailChanged,
  guestClaim,
  orderCode,
  passwordChanged,
  passwordReset,
  verifyEmail,
} from './account-emails.ts';
import type { Draft, EmailContext } from './draft.ts';
import type { EmailData } from './email-data.ts';
import { renderHtml } from './html.ts';
import type { RenderedEmail } from './mail.ts';
import { lowStock, morningSummary, newOrder } from './operator-emails.ts';
import { orderEmail } from './order-emails.ts';
import { reviewDecided, reviewHidden, reviewRequest } from './review-emails.ts';
import { subjectLine } from './sanitize.ts';
import {
  confirmSubscription,
  operatorFlag,
  roleChanged,
  secondFactorChanged,
  ticketAnswer,
  ticketReceived,
  welcome,
} from './shop-emails.ts';
import { renderPlainText } from './text.ts';

function draftOf(data: EmailData, context: EmailContext): Draft {
  switch (data.kind) {
    case 'welcome':
      return welcome(data, context);
    case 'subscribe':
      return confirmSubscription(data, context);
    case 'password_reset':
      return passwordReset(data, context);
    case 'password_changed':
      return passwordChanged(context);
    case 'email_change':
      return emailChange(data, context);
    case 'verify_email':
      return verifyEmail(data, context);
    case 'guest_claim':
      return guestClaim(data, context);
    case 'order_code':
      return orderCode(data, context);
    case 'email_changed':
      return emailChanged(data, context);
    case 'account_deleted':
      return accountDeleted(context);
    case 'ticket_received':
      return ticketReceived(data, context);
    case 'ticket_answer':
      return ticketAnswer(data, context);
    case 'role_changed':
      return roleChanged(data, context);
    case 'second_factor':
      return secondFactorChanged(data, context);
    case 'operator_flag':
      return operatorFlag(data, context);
    case 'low_stock':
      return lowStock(data, context);
    case 'new_order':
      return newOrder(data, context);
    case 'morning_summary':
      return morningSummary(data, context);
    case 'review_request':
      return reviewRequest(data, context);
    case 'review_hidden':
      return reviewHidden(data, context);
    case 'review_decided':
      return reviewDecided(data, context);
    default:
      return orderEmail(data, context);
  }
}

/** RFC 3834 prevents automatic replies; RFC 8058 lets a mail client unsubscribe with one click. */
const headersOf = ({ unsubscribe }: Draft): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribe && {
    'List-Unsubscribe': `<${unsubscribe.oneClick}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
});

/** Renders an email. The shop's name, contacts, legal entity and promises come from `context.store`. */
export function renderEmail(data: EmailData, context: EmailContext): RenderedEmail {
  const draft = draftOf(data, context);
  const subject = subjectLine(draft.subject);
  return {
    subject,
    text: renderPlainText(draft, context),
    html: renderHtml({ ...draft, subject }, context),
    headers: headersOf(draft),
  };
}
