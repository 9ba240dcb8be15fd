/** An email as `outbox.letter` stores it. */
import type { Role } from '#features/accounts/account.ts';
import type { Paise } from '#lib/money.ts';
import type { FlagKind } from './messages.ts';

export const orderKinds = [
  'order_placed',
  'order_paid',
  'order_shipped',
  'order_delivered',
  'order_cancelled',
  'order_returned',
  'order_refunded',
] as const;

/** An email about an order. What it says of the order is read when it is sent. */
export type OrderLetter = {
  kind: (typeof orderKinds)[number];
  orderId: string;
  reason?: string | null;
  /** Money that was paid is refunded. */
  refund?: boolean;
  amount?: Paise;
};

/** An email whose data is exactly what is stored. */
export type PlainLetter =
  | { kind: 'password_changed' }
  /** To the old address, which sees the new one masked. */
  | { kind: 'email_changed'; newEmail: string }
  | { kind: 'ticket_received'; subject: string; message: string; name: string | null }
  /** @property message what was asked; @property answer what an operator wrote */
  | {
      kind: 'ticket_answer';
      reference: string;
      subject: string;
      message: string;
      name: string | null;
      answer: string;
    }
  | { kind: 'account_deleted' }
  /** To all operators and to the user. @property by name of the operator who did it */
  | { kind: 'role_changed'; role: Role; name: string; email: string; by: string }
  /** To all operators. @property by name of the operator who reset it; null when its owner set it up */
  | { kind: 'second_factor'; change: 'set_up' | 'reset'; name: string; email: string; by: string | null };

export type OutboxLetter =
  | OrderLetter
  | PlainLetter
  /** @property token of the link; @property validUntil UTC ms */
  | { kind: 'welcome'; code: string; percent: number; minOrder: Paise; validUntil: number; token: string }
  | { kind: 'password_reset'; token: string; minutes: number }
  | { kind: 'email_change'; token: string; newEmail: string; minutes: number }
  | { kind: 'verify_email'; token: string; hours: number }
  | { kind: 'operator_flag'; flag: FlagKind; about: string; detail: string };
