/**
 * The shop's letters. What is said stands in the files beside this one, by subject; each letter comes as
 * plain text and as HTML, written from the same draft. Pure: no clock, no database, nothing is sent.
 */
import type { PlainLetter } from '#db/schema/outbox-email.ts';
import type { ApiOrder } from '#features/orders/order.ts';
import type { Paise } from '#lib/money.ts';
import {
  accountDeleted,
  emailChange,
  emailChanged,
  passwordChanged,
  passwordReset,
  verifyEmail,
} from './account-emails.ts';
import { subjectLine } from './clean.ts';
import type { Draft, Shop } from './draft.ts';
import { htmlOf } from './html.ts';
import { orderLetter } from './order-emails.ts';
import {
  operatorFlag,
  roleChanged,
  secondFactorChanged,
  ticketAnswer,
  ticketReceived,
  welcome,
} from './shop-emails.ts';
import { textOf } from './text.ts';

export type Letter = { subject: string; text: string; html: string; headers: Record<string, string> };

/** The letters about an order. */
export type OrderData =
  | { kind: 'order_placed' | 'order_paid' | 'order_shipped' | 'order_delivered'; order: ApiOrder }
  /** `refund`: money that was paid goes back. */
  | { kind: 'order_cancelled'; order: ApiOrder; reason: string | null; refund: boolean }
  | { kind: 'order_returned'; order: ApiOrder; reason: string | null; refund: boolean }
  | { kind: 'order_refunded'; order: ApiOrder; amount: Paise };

/** Every kind of letter with the data that it needs; a missing datum does not compile. */
export type LetterData =
  | {
      kind: 'welcome';
      code: string;
      /** Whole per cent off. */
      percent: number;
      minOrder: Paise;
      /** UTC ms: the first moment at which the code is no longer taken. */
      validUntil: number;
      /** Holds the reader's token as `?token=`. */
      unsubscribeUrl: string;
    }
  | OrderData
  /** `minutes`: how long the link works. */
  | { kind: 'password_reset'; url: string; minutes: number }
  /** To the new address. */
  | { kind: 'email_change'; url: string; newEmail: string; minutes: number }
  /** To the address that an account was opened with. `hours`: how long the link works. */
  | { kind: 'verify_email'; url: string; hours: number }
  | PlainLetter
  | { kind: 'operator_flag'; title: string; lines: string[] };

/** The letter's data by kind, for the functions that draft it. */
export type DataOf<K extends LetterData['kind']> = Extract<LetterData, { kind: K }>;

function draftOf(data: LetterData, shop: Shop): Draft {
  switch (data.kind) {
    case 'welcome':
      return welcome(data, shop);
    case 'password_reset':
      return passwordReset(data, shop);
    case 'password_changed':
      return passwordChanged(shop);
    case 'email_change':
      return emailChange(data, shop);
    case 'verify_email':
      return verifyEmail(data, shop);
    case 'email_changed':
      return emailChanged(data, shop);
    case 'account_deleted':
      return accountDeleted(shop);
    case 'ticket_received':
      return ticketReceived(data, shop);
    case 'ticket_answer':
      return ticketAnswer(data, shop);
    case 'role_changed':
      return roleChanged(data, shop);
    case 'second_factor':
      return secondFactorChanged(data, shop);
    case 'operator_flag':
      return operatorFlag(data, shop);
    default:
      return orderLetter(data, shop);
  }
}

/** RFC 3834 keeps holiday notes from answering; RFC 8058 is how a mail client unsubscribes with one click. */
const headersOf = ({ unsubscribe }: Draft): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribe && {
    'List-Unsubscribe': `<${unsubscribe.oneClick}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
});

/**
 * Writes a letter. Nothing of the shop is typed here twice: name, care, law and promises come from its
 * store. @param shop url: where the shop is, without a slash at the end
 */
export function writeLetter(data: LetterData, shop: Shop): Letter {
  const draft = draftOf(data, shop);
  const subject = subjectLine(draft.subject);
  return {
    subject,
    text: textOf(draft, shop),
    html: htmlOf({ ...draft, subject }, shop),
    headers: headersOf(draft),
  };
}
