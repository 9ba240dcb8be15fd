import { useRef } from 'react';
import type { OrderStatus } from '#domain/orders/order.ts';
import { api, type ResponseOf, send, withToken } from '#lib/api.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { Sums } from '#ui/Sums.tsx';
import { useLoad } from '#ui/useLoad.ts';

type Props = {
  order: { _id: string; status: OrderStatus; payment: boolean };
  /** What stays; undefined: nothing does. */
  lines: { _id: string; keep: number }[] | undefined;
  /** The token of the link that the order is read with. */
  readWith?: string | undefined;
};

type Quote = ResponseOf<typeof api.order.cancel.quote.$post>['quote'];

const shown = (rupees: number): string => formatPrice(toPaise(rupees) ?? 0);

/** What cancelling gives back, or what the rest of an unpaid order then costs, before it is confirmed. */
export function CancelQuote({ order: { _id: orderId, status, payment }, lines, readWith }: Props) {
  const json = { orderId, ...(lines && { lines }) };
  const isAsked = payment || (lines && status !== 'Payment Pending');
  const { load } = useLoad(isAsked ? JSON.stringify(json) : undefined, () =>
    send(api.order.cancel.quote.$post({ json }, withToken(readWith)), { token: readWith }),
  );
  // While the next answer comes, the last one stays, so that nothing moves under a finger.
  const last = useRef<Quote>(undefined);
  if (load.state === 'ready') last.current = load.data.quote;
  if (!isAsked) return null;
  if (load.state === 'failed') return <p className="notice small">{load.failure.message}</p>;
  if (!last.current) return null;
  const { withoutCode, amount, toPay } = last.current;
  if (!payment) return <Sums rows={[{ label: 'Then to pay', value: shown(toPay), total: true }]} />;
  return (
    <Sums
      rows={[
        ...(withoutCode
          ? [
              { label: 'What is cancelled', value: shown(amount + withoutCode) },
              { label: 'Without the code, what is kept costs more', value: `−${shown(withoutCode)}` },
            ]
          : []),
        { label: 'Refund', value: shown(amount), total: true },
      ]}
    />
  );
}
