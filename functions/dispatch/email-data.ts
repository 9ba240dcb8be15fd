/** From a row of the outbox to what its letter says. */

import type { OutboxLetter } from '#db/schema/outbox-email.ts';
import { mailedPaths } from '#features/accounts/mailed.ts';
import type { ApiOrder } from '#features/orders/order.ts';
import type { LetterData } from '../email/email.ts';
import { flagTitles } from '../flags/titles.ts';

/** @param url where the shop is open @returns undefined when the order that it is about is gone */
export function letterData(
  letter: OutboxLetter,
  orders: ReadonlyMap<string, ApiOrder>,
  url: string,
): LetterData | undefined {
  switch (letter.kind) {
    case 'welcome': {
      const { token, ...rest } = letter;
      return { ...rest, unsubscribeUrl: `${url}/unsubscribe?token=${token}` };
    }
    case 'password_reset':
      return {
        kind: letter.kind,
        url: url + mailedPaths.reset(letter.token),
        minutes: letter.minutes,
      };
    case 'email_change': {
      const { kind, newEmail, minutes } = letter;
      return { kind, newEmail, minutes, url: url + mailedPaths.confirmEmail(letter.token) };
    }
    case 'verify_email': {
      const { kind, hours, token } = letter;
      return { kind, hours, url: url + mailedPaths.confirmEmail(token) };
    }
    case 'password_changed':
    case 'email_changed':
    case 'ticket_received':
    case 'ticket_answer':
    case 'account_deleted':
    case 'role_changed':
    case 'second_factor':
      return letter;
    case 'operator_flag':
      return {
        kind: letter.kind,
        title: flagTitles[letter.flag],
        lines: [letter.detail, `About: ${letter.about}`],
      };
  }
  const order = orders.get(letter.orderId);
  if (!order) return undefined;
  switch (letter.kind) {
    case 'order_cancelled':
    case 'order_returned':
      return { kind: letter.kind, order, reason: letter.reason ?? null, refund: order.refund !== null };
    case 'order_refunded':
      return { kind: letter.kind, order, amount: letter.amount ?? 0 };
    default:
      return { kind: letter.kind, order };
  }
}
