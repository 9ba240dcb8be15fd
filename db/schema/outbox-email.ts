/** The content of an email as the column `letter` of table `outbox` stores it. Stored rows use these kinds: do not rename them. */
import type { Role } from '#domain/accounts/account.ts';
import type { HideReason } from '#domain/reviews/review-constants.ts';
import type { Paise } from '#lib/money.ts';
import type { FlagKind } from './flag-kinds.ts';

export const orderEmailKinds = [
  'order_placed',
  'order_transfer',
  'order_paid',
  'order_shipped',
  'order_delivered',
  'order_cancelled',
  'order_returned',
  'order_undelivered',
  'order_refunded',
  'order_reduced',
  'order_corrected',
  'return_requested',
  'return_approved',
  'return_declined',
  'return_checked',
  'review_request',
  'confirm_reminder',
  'order_confirmed',
] as const;

/** An email about an order. The order itself is read when the email is sent. */
export type OrderEmail = {
  kind: (typeof orderEmailKinds)[number];
  orderId: string;
  reason?: string | null;
  /** The customer's payment is refunded. */
  refund?: boolean;
  amount?: Paise;
  /** What was cancelled or returned (`1 × Glow Serum`), or corrected (`Address, phone`). */
  what?: string;
  /** Reference of the order with what was exchanged. */
  exchange?: string | undefined;
  /** Ids of the products of the order that a review is asked for. */
  products?: readonly string[];
};

/** An email whose text needs exactly the stored data. Where it does not say otherwise, it is to the person concerned. */
export type PlainEmail =
  | { kind: 'password_changed' }
  /** To the old address. It shows the new address masked. */
  | { kind: 'email_changed'; newEmail: string }
  /** @property reference rows that an older version has stored lack it */
  | { kind: 'ticket_received'; reference?: string; subject: string; message: string; name: string | null }
  /** @property message the customer's message; @property answer the operator's reply */
  | {
      kind: 'ticket_answer';
      reference: string;
      subject: string;
      message: string;
      name: string | null;
      answer: string;
    }
  | { kind: 'account_deleted' }
  /** To all operators and to the user. @property by name of the operator who changed the role */
  | { kind: 'role_changed'; role: Role; name: string; email: string; by: string }
  /** To operators who want it: yesterday's sales (paise), and what waits. @property oldest reference of an order */
  | {
      kind: 'morning_summary';
      orders: number;
      amount: Paise;
      toPack: number;
      oldest: string | null;
      cash: Paise;
      late: number;
      /** What waits longer than the texts promise; undefined in rows of an earlier release. */
      overdue?: { messages: number; returns: number; refunds: number };
      openTickets: number;
      lowStock: readonly string[];
    }
  /** To all operators: products that have reached their threshold. */
  | { kind: 'low_stock'; products: readonly { id: string; name: string; stock: number }[] }
  /** To all operators. @property by name of the operator who reset it; null when the account's owner set it up */
  | { kind: 'second_factor'; change: 'set_up' | 'reset'; name: string; email: string; by: string | null };

type ReviewAbout = { productId: string; product: string; reviewOrderId: string | null };

export type OutboxEmail =
  | OrderEmail
  | PlainEmail
  /** @property token of the link; @property validUntil UTC ms */
  | { kind: 'welcome'; code: string; percent: number; minOrder: Paise; validUntil: number; token: string }
  /** Asks to confirm a subscription. @property token of the link */
  | { kind: 'subscribe'; token: string; percent: number; minOrder: Paise }
  /** What was sold out is back. @property productId of the product, size or shade @property token of the link that ends alerts */
  | { kind: 'stock_alert'; productId: string; name: string; token: string }
  | { kind: 'password_reset'; token: string; minutes: number }
  | { kind: 'email_change'; token: string; newEmail: string; minutes: number }
  /** @property order a guest's, who wants to place an order */
  | { kind: 'verify_email'; token: string; hours: number; order?: true }
  /** @property orderId the guest's newest order @property hasAccount the address has an account already */
  | { kind: 'guest_claim'; orderId: string; hasAccount: boolean }
  /** The code of somebody who has opened the order's link. */
  | { kind: 'order_code'; orderId: string; code: string; minutes: number }
  /** To operators who want an email for each order. */
  | { kind: 'new_order'; orderId: string }
  /** @property product name @property orderId of the order by whose link the review was written */
  | ({ kind: 'review_hidden'; reason: HideReason } & ReviewAbout)
  /** @property answer the shop's answer to the objection; null: the review is shown again */
  | ({ kind: 'review_decided'; answer: string | null } & ReviewAbout)
  | { kind: 'operator_flag'; flag: FlagKind; about: string; detail: string };
