import { formatDays } from '#domain/delivery/promise-text.ts';
import { type ApiQuote, readQuote } from '#domain/pricing/quote.ts';
import { quoteRows } from '#domain/pricing/sums.ts';
import { Sums } from '#ui/Sums.tsx';

/** The sums of an order whose delivery costs something else at its new address, and when it arrives there. */
export function NewTotal({ quote }: { quote: ApiQuote | undefined }) {
  if (!quote) return null;
  const { promise } = quote;
  return (
    <div className="notice" role="status">
      <p>
        Delivery to this address costs something else, so the total changes.
        {promise && ` It arrives ${formatDays(promise.from, promise.to)}.`}
      </p>
      <Sums rows={quoteRows(readQuote(quote), 'New total')} />
    </div>
  );
}
