/** What the shopper reads after an order was cancelled or corrected. */
import { formatDays } from '#domain/delivery/promise-text.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { asSentence } from '#lib/sentence.ts';
import type { CancelLinesResult } from '../orders/cancel-lines.ts';
import type { CorrectionResult } from '../orders/correct.ts';

/** About a refund that waits for the next one of its order. */
export const tooSmallMessage = (refund: Paise): string =>
  `${formatPrice(refund)} is below the smallest refund that the payment provider can send: it is sent together with the next refund of this order.`;

type Succeeded<Result> = Extract<Result, { ok: true }>;

export function cancelledMessage(done: Succeeded<CancelLinesResult>): string {
  switch (done.outcome) {
    case 'paid':
      return 'Your payment has arrived: your order is placed.';
    case 'cancelled':
      return done.refund
        ? 'Your order is cancelled. We will refund what you have paid.'
        : 'Your order is cancelled.';
    case 'reduced': {
      const { what, refund, tooSmall } = done;
      if (!what) return 'This part was cancelled already.';
      if (refund && tooSmall) return `${asSentence(`Cancelled: ${what}`)} ${tooSmallMessage(refund)}`;
      const cancelled = asSentence(`Cancelled: ${what}`);
      return refund ? `${cancelled} We will refund ${formatPrice(refund)}.` : cancelled;
    }
  }
}

export function correctedMessage({ what, promise, tax }: Succeeded<CorrectionResult>): string {
  if (!what) return 'Nothing was changed.';
  return [
    'The order is corrected.',
    ...(promise ? [`It arrives ${formatDays(promise.from, promise.to)}.`] : []),
    ...(tax ? [`Its GST invoice will show ${tax}.`] : []),
  ].join(' ');
}
