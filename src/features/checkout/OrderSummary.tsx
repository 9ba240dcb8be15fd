import type { ReactNode } from 'react';
import type { ApiPromise } from '#domain/delivery/promise.ts';
import { formatDays } from '#domain/delivery/promise-text.ts';
import type { PaymentMethod } from '#domain/payments/payment-methods.ts';
import { type ApiQuote, readGst, readQuote } from '#domain/pricing/quote.ts';
import { quoteRows } from '#domain/pricing/sums.ts';
import type { Store } from '#domain/store/store.ts';
import { CouponField } from '#features/pricing/CouponField.tsx';
import type { QuoteDestination } from '#features/pricing/useQuote.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { paths, productThumbnail } from '#lib/paths.ts';
import { Sums } from '#ui/Sums.tsx';
import { Reassurance } from './Reassurance.tsx';

/** The store's settings that the checkout shows; amounts in paise. */
export type CheckoutStore = Pick<Store, 'name' | 'delivery' | 'cashOnDelivery' | 'returns'>;

type Props = {
  /** Shown above the lines. */
  top: ReactNode;
  /** undefined while it is loading or after it failed. */
  quote: ApiQuote | undefined;
  /** How it is paid. */
  method: PaymentMethod | undefined;
  /** Why the total differs from the sums of the cart: cash is paid in whole rupees, or the code is not used. */
  rounding: string | false | null | undefined;
  destination: QuoteDestination | undefined;
  /** undefined while it is loading, and without a pincode. */
  promise: ApiPromise | null | undefined;
  /** Number of placeholder lines while the quote is loading. */
  lines: number;
  store: CheckoutStore;
  /** The button and its messages. */
  children: ReactNode;
};

/** The lines, the sums as the server calculates them, and the delivery date. */
export function OrderSummary(props: Props) {
  const { top, quote, method, rounding, destination, promise, lines, store, children } = props;
  return (
    <aside className="checkout-side" aria-labelledby="summary">
      <div className="checkout-summary stack gap-5">
        <div className="split">
          <h2 id="summary">Order Summary</h2>
          <a className="button plain small flush" href={paths.cart}>
            Edit cart
          </a>
        </div>
        {top}
        {quote ? (
          <>
            <ul className="checkout-lines stack">
              {quote.items.map((item) => (
                <li className="cluster gap-3" key={item._id}>
                  <img className="thumb" src={productThumbnail(item._id)} alt="" width="160" height="160" />
                  <span>
                    {item.name}
                    <span className="soft small">Quantity {item.quantity}</span>
                  </span>
                  <span className="checkout-amount">{formatPrice(toPaise(item.total) ?? 0)}</span>
                </li>
              ))}
            </ul>
            <Sums
              rows={quoteRows({
                ...readQuote(quote),
                code: quote.coupon?.code,
                paymentMethod: method,
                gst: readGst(quote),
              })}
            />
            <p className="soft small" role="status">
              {rounding}
            </p>
            <CouponField order={{ items: quote.items, destination }} />
          </>
        ) : (
          <div className="checkout-lines stack" aria-hidden="true">
            {Array.from({ length: Math.min(lines, 4) }, (_, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <div className="skeleton checkout-skeleton-line" key={line} />
            ))}
          </div>
        )}
        <p className="checkout-arrives">
          {promise
            ? `Arrives ${formatDays(promise.from, promise.to)}`
            : 'Your pincode decides when it arrives.'}
        </p>
      </div>
      {children}
      <Reassurance returnDays={store.returns.days} />
    </aside>
  );
}
