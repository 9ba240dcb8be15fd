import { formatDays } from '#domain/delivery/promise-text.ts';
import { type ApiQuote, readQuote } from '#domain/pricing/quote.ts';
import { quoteRows } from '#domain/pricing/sums.ts';
import { Sums } from '#ui/Sums.tsx';
import { AddressFields } from '../address/AddressFields.tsx';
import BusinessInputs from './BusinessInputs.tsx';
import type { CorrectedPart, useCorrection } from './useCorrection.ts';

type Props = { correction: ReturnType<typeof useCorrection>; part: CorrectedPart };

/** The fields of a correction. */
export function CorrectionFields({ correction: { fields, business, quote }, part }: Props) {
  if (part === 'business')
    return (
      <>
        <BusinessInputs form={business} />
        <p className="soft small">Leave both empty for an invoice without a GSTIN.</p>
      </>
    );
  return (
    <>
      <AddressFields form={fields} withoutEmail />
      <NewTotal quote={quote} />
    </>
  );
}

/** The sums of an order whose delivery costs something else at its new address, and when it arrives there. */
function NewTotal({ quote }: { quote: ApiQuote | undefined }) {
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
