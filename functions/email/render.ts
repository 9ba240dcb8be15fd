/**
 * Renders the shop's emails as plain text and HTML, both from the same draft. The texts are in the files beside this
 * one, by subject. Pure: no clock, no database, nothing is sent.
 */
import {
  draftAccountDeleted,
  draftEmailChange,
  draftEmailChanged,
  draftGuestClaim,
  draftOrderCode,
  draftPasswordChanged,
  draftPasswordReset,
  draftVerifyEmail,
} from './account-emails.ts';
import type { Draft, EmailContext } from './draft.ts';
import type { EmailData } from './email-data.ts';
import { renderHtml } from './html.ts';
import type { RenderedEmail } from './mail.ts';
import { draftLowStock, draftMorningSummary, draftNewOrder } from './operator-emails.ts';
import { draftOrderEmail } from './order-emails.ts';
import { draftReviewDecided, draftReviewHidden, draftReviewRequest } from './review-emails.ts';
import { subjectLine } from './sanitize.ts';
import {
  draftConfirmSubscription,
  draftOperatorFlag,
  draftRoleChanged,
  draftSecondFactorChanged,
  draftStockAlert,
  draftTicketAnswer,
  draftTicketReceived,
  draftWelcome,
} from './shop-emails.ts';
import { renderPlainText } from './text.ts';

function draftOf(data: EmailData, context: EmailContext): Draft {
  switch (data.kind) {
    case 'welcome':
      return draftWelcome(data, context);
    case 'subscribe':
      return draftConfirmSubscription(data, context);
    case 'stock_alert':
      return draftStockAlert(data, context);
    case 'password_reset':
      return draftPasswordReset(data, context);
    case 'password_changed':
      return draftPasswordChanged(context);
    case 'email_change':
      return draftEmailChange(data, context);
    case 'verify_email':
      return draftVerifyEmail(data, context);
    case 'guest_claim':
      return draftGuestClaim(data, context);
    case 'order_code':
      return draftOrderCode(data, context);
    case 'email_changed':
      return draftEmailChanged(data, context);
    case 'account_deleted':
      return draftAccountDeleted(context);
    case 'ticket_received':
      return draftTicketReceived(data, context);
    case 'ticket_answer':
      return draftTicketAnswer(data, context);
    case 'role_changed':
      return draftRoleChanged(data, context);
    case 'second_factor':
      return draftSecondFactorChanged(data, context);
    case 'operator_flag':
      return draftOperatorFlag(data, context);
    case 'low_stock':
      return draftLowStock(data, context);
    case 'new_order':
      return draftNewOrder(data, context);
    case 'morning_summary':
      return draftMorningSummary(data, context);
    case 'review_request':
      return draftReviewRequest(data, context);
    case 'review_hidden':
      return draftReviewHidden(data, context);
    case 'review_decided':
      return draftReviewDecided(data, context);
    default:
      return draftOrderEmail(data, context);
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
