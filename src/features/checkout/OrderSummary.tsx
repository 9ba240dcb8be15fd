import { type ReactNode, useEffect, useRef } from 'react';
import type { ApiPromise } from '#features/delivery/promise.ts';
import { formatDays } from '#features/delivery/promise-text.ts';
import { CouponField } from '#features/pricing/CouponField.tsx';
import { type ApiQuote, readQuote } from '#features/pricing/quote.ts';
import { quoteRows } from '#features/pricing/sums.ts';
import type { LimitedLine } from '#features/pricing/unavailable.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { paths, productThumbnail } from '#lib/paths.ts';
import { Sums } from '#ui/Sums.tsx';
import type { CheckoutStore } from './CheckoutPage.tsx';
import { Reassurance } from './Reassurance.tsx';

type Props = {
  /** Shown above the lines. */
  top: ReactNode;
  /** undefined while it is loading or after it failed. */
  quote: ApiQuote | undefined;
  /** undefined while it is loading, and without a pincode. */
  promise: ApiPromise | null | undefined;
  /** Number of placeholder lines while the quote is loading. */
  lines: number;
  store: CheckoutStore;
  /** Lines of which fewer pieces may be ordered. */
  limited: readonly LimitedLine[];
  /** Sets the line to the allowed quantity. */
  onLimit: (line: LimitedLine) => void;
  /** The button and its messages. */
  children: ReactNode;
};

/** The lines, the sums as the server calculates them, and the delivery date. */
export function OrderSummary({ top, quote, promise, lines, store, limited, onLimit, children }: Props) {
  return (
    <aside className="checkout-side" aria-labelledby="summary">
      <div className="checkout-summary">
        <div className="checkout-summary-head">
          <h2 id="summary">Order Summary</h2>
          <a className="button plain small flush" href={paths.cart}>
            Edit cart
          </a>
        </div>
        {top}
        {quote ? (
          <>
            <ul className="checkout-lines">
              {quote.items.map((item) => (
                <li key={item._id}>
                  <img className="thumb" src={productThumbnail(item._id)} alt="" width="160" height="160" />
                  <span>
                    {item.name}
                    <span className="soft small">Quantity {item.quantity}</span>
                  </span>
                  <span className="checkout-amount">{formatPrice(toPaise(item.total) ?? 0)}</span>
                  <LineLimit line={limited.find(({ _id }) => _id === item._id)} onLimit={onLimit} />
                </li>
              ))}
            </ul>
            <Sums rows={quoteRows({ ...readQuote(quote), code: quote.coupon?.code })} />
            <CouponField />
          </>
        ) : (
          <div className="checkout-lines" aria-hidden="true">
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

/** The allowed quantity of a line, with a button that sets it. */
function LineLimit({ line, onLimit }: { line: LimitedLine | undefined; onLimit: Props['onLimit'] }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The list scrolls.
    if (line) place.current?.scrollIntoView({ block: 'nearest' });
  }, [line]);
  if (!line) return null;
  const { name, most } = line;
  return (
    <p className="checkout-limit" ref={place}>
      <span>{most ? `At most ${most} now` : 'No more now'}</span>
      <button
        type="button"
        className="button quiet small"
        aria-label={most ? `Order ${most} instead: ${name}` : `Remove ${name}`}
        onClick={() => onLimit(line)}
      >
        {most ? `Order ${most} instead` : 'Remove'}
      </button>
    </p>
  );
}
