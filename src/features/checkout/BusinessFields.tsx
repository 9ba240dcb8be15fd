import { useState } from 'react';
import { TextField } from '#ui/TextField.tsx';
import type { Delivery } from './useDelivery.ts';

/** The fields for an invoice to a business, closed until they are opened, filled in or have an error. */
export function BusinessFields({ business }: Pick<Delivery, 'business'>) {
  const { draft, errors, announced, set, leave } = business;
  const [open, setOpen] = useState(false);
  const hasError = Boolean(errors.gstin ?? errors.businessName);
  return (
    <details
      className="checkout-business"
      open={open || hasError || undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        I need a GST invoice for my business
        {!open && draft.gstin && <span className="soft"> ({draft.gstin})</span>}
      </summary>
      <div className="address-fields">
        <TextField
          label="GSTIN"
          name="gstin"
          className="half"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="next"
          maxLength={30}
          value={draft.gstin}
          error={errors.gstin}
          hint="15 characters, as on your registration certificate."
          onChange={(value) => set('gstin', value)}
          onBlur={() => void leave('gstin')}
        />
        <TextField
          label="Business name"
          name="businessName"
          className="half"
          autoComplete="organization"
          enterKeyHint="done"
          value={draft.businessName}
          error={errors.businessName}
          onChange={(value) => set('businessName', value)}
          onBlur={() => void leave('businessName')}
        />
        <p className="visually-hidden" role="status">
          {announced}
        </p>
      </div>
    </details>
  );
}
