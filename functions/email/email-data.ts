/** Every kind of email with the data that its text needs. */
import type { PlainEmail } from '#db/schema/outbox-email.ts';
import type { DocumentKind } from '#domain/documents/document.ts';
import type { ApiOrder } from '#domain/orders/order.ts';
import type { HideReason } from '#domain/reviews/review-constants.ts';
import type { Paise } from '#lib/money.ts';

/** A document that is attached to an email. @property url its page */
export type AttachedDocument = { kind: DocumentKind; number: string; url: string | undefined };

/** The emails about an order. `link`: opens the order of a guest; left out for an account. */
export type OrderEmailData = {
  order: ApiOrder;
  link?: string | undefined;
  document?: AttachedDocument | undefined;
} & (
  | { kind: 'order_placed' | 'order_transfer' | 'order_paid' | 'order_shipped' | 'order_delivered' }
  | { kind: 'confirm_reminder' | 'order_confirmed' }
  /** `refund`: the customer's payment is refunded. */
  | { kind: 'order_cancelled'; reason: string | null; refund: boolean }
  | { kind: 'order_returned'; reason: string | null; refund: boolean }
  | { kind: 'order_undelivered'; reason: string | null; refund: boolean }
  /** `reason`: an operator's; null without one. */
  | { kind: 'order_refunded'; amount: Paise; reason: string | null }
  /** `what`: `1 × Glow Serum`. `amount`: is refunded; 0 if nothing had been paid. */
  | { kind: 'order_reduced'; what: string; reason: string | null; amount: Paise }
  /** `what`: `Address, phone`. */
  | { kind: 'order_corrected'; what: string }
  /** `what`: `1 × Glow Serum`. `reason`: the shop's words: how the return works, or why it was declined. */
  | { kind: 'return_requested'; what: string; reason: string | null }
  | { kind: 'return_approved'; what: string; reason: string | null }
  | { kind: 'return_declined'; what: string; reason: string | null }
  /** `amount`: is refunded. */
  | {
      kind: 'return_checked';
      what: string;
      reason: string | null;
      amount: Paise;
      /** Reference of the order with what was exchanged. */
      exchange: string | null;
    }
);

export type EmailData =
  | {
      kind: 'welcome';
      code: string;
      /** Whole per cent off. */
      percent: number;
      minOrder: Paise;
      /** UTC ms: the first moment at which the code is no longer valid. */
      validUntil: number;
      /** With the subscriber's token as `?token=`. */
      unsubscribeUrl: string;
    }
  /** `url`: the page that confirms the subscription. */
  | { kind: 'subscribe'; percent: number; minOrder: Paise; url: string }
  /** `url`: the product's page. `unsubscribeUrl`: with the token as `?token=`. */
  | { kind: 'stock_alert'; name: string; url: string; unsubscribeUrl: string }
  | OrderEmailData
  /** `minutes`: how long the link works. */
  | { kind: 'password_reset'; url: string; minutes: number }
  /** To the new address. */
  | { kind: 'email_change'; url: string; newEmail: string; minutes: number }
  /** To the address of a new account, or of a guest's `order`. `hours`: how long the link works. */
  | { kind: 'verify_email'; url: string; hours: number; order: boolean }
  /** A guest has chosen a password. `url`: opens the order. */
  | { kind: 'guest_claim'; url: string; hasAccount: boolean }
  /** To the guest of an order. `code`: six digits. */
  | { kind: 'order_code'; reference: string; code: string; minutes: number }
  /** `products`: with the links to their forms. `unsubscribeUrl`: with the token as `?token=`. */
  | {
      kind: 'review_request';
      order: ApiOrder;
      products: readonly { name: string; url: string }[];
      unsubscribeUrl: string;
    }
  /** `product`: name of the product. `url`: opens the review. */
  | { kind: 'review_hidden'; product: string; reason: HideReason; url: string }
  /** `answer`: null when the review is shown again. */
  | { kind: 'review_decided'; product: string; answer: string | null; url: string }
  /** To an operator. */
  | { kind: 'new_order'; order: ApiOrder }
  | PlainEmail
  | { kind: 'operator_flag'; title: string; lines: string[] };

/** The data of one kind of email. */
export type DataOf<K extends EmailData['kind']> = Extract<EmailData, { kind: K }>;
