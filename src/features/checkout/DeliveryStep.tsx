import { type ComponentProps, Suspense, useState } from 'react';
import type { ApiTax } from '#domain/pricing/quote.ts';
import { AddressFields } from '#shared/address/AddressFields.tsx';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { PincodeNote } from './PincodeNote.tsx';
import { SavedAddresses } from './SavedAddresses.tsx';
import type { Delivery } from './useDelivery.ts';

const BusinessInputs = lazyComponent(() => import('#shared/order/BusinessInputs.tsx'));

type Props = Pick<ComponentProps<typeof PincodeNote>, 'promise' | 'notServed'> &
  Pick<ComponentProps<typeof BusinessFields>, 'tax'> & { delivery: Delivery };

/** Step 1: the delivery address, when the order arrives there, and the business that it is for. */
export function DeliveryStep({ delivery, promise, notServed, tax }: Props) {
  const { form, saved, chosen, known } = delivery;
  return (
    <section className="panel checkout-step stack gap-5" aria-labelledby="step-delivery">
      <h2 id="step-delivery">
        <span className="checkout-number">1</span> Delivery Information
      </h2>
      {saved.length > 0 && <SavedAddresses delivery={delivery} />}
      {chosen ? (
        <PincodeNote promise={promise} notServed={notServed} />
      ) : (
        <AddressFields
          form={form}
          phoneHint="The courier gets it, to call you about the parcel."
          besidePincode={
            <PincodeNote
              hint={
                form.values.zipcode
                  ? undefined
                  : 'It fills in your city and state, and shows when we deliver.'
              }
              known={known}
              promise={promise}
              // Sent nevertheless, it stands at the field.
              notServed={form.errors.zipcode ? undefined : notServed}
            />
          }
        >
          <label className="tick">
            <input type="checkbox" {...form.tick('saveInfo')} />
            Save this information for next time
          </label>
        </AddressFields>
      )}
      {IS_ON.gst && <BusinessFields business={delivery.business} tax={tax} />}
    </section>
  );
}

/** @property tax of the quote; undefined while it is loading */
type BusinessProps = Pick<Delivery, 'business'> & { tax: ApiTax | null | undefined };

/** The fields for an invoice to a business, closed until they are opened or have an error. They are loaded then, or if filled in. */
function BusinessFields({ business, tax }: BusinessProps) {
  const { values, errors } = business;
  const [open, setOpen] = useState(false);
  const hasError = Object.values(errors).some(Boolean);
  const isUsed = open || hasError || values.gstin || values.businessName;
  return (
    <details
      className="checkout-business"
      open={open || hasError || undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="cluster">
        I need a GST invoice for my business
        {!open && values.gstin && <span className="soft"> ({values.gstin})</span>}
      </summary>
      {isUsed && (
        <Suspense>
          <BusinessInputs form={business} />
        </Suspense>
      )}
      <p className="soft small" role="status">
        {values.gstin && tax && `Your invoice will show ${tax.taxes}. Place of supply: ${tax.placeOfSupply}.`}
      </p>
    </details>
  );
}
