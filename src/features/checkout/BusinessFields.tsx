import { useState } from 'react';
import type { ApiTax } from '#domain/pricing/quote.ts';
import { BusinessInputs } from '#shared/order/BusinessInputs.tsx';
import type { Delivery } from './useDelivery.ts';

/** @property tax of the quote; undefined while it is loading */
type BusinessProps = Pick<Delivery, 'business'> & { tax: ApiTax | null | undefined };

/** The fields for an invoice to a business, closed until they are opened, filled in or have an error. */
export function BusinessFields({ business, tax }: BusinessProps) {
  const { draft, errors } = business;
  const [open, setOpen] = useState(false);
  const hasError = Boolean(errors.gstin ?? errors.businessName);
  return (
    <details
      className="checkout-business"
      open={open || hasError || undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cluster">
        I need a GST invoice for my business
        {!open && draft.gstin && <span className="soft"> ({draft.gstin})</span>}
      </summary>
      <BusinessInputs form={business} />
      <p className="soft small" role="status">
        {draft.gstin && tax && `Your invoice will show ${tax.taxes}. Place of supply: ${tax.placeOfSupply}.`}
      </p>
    </details>
  );
}
