import { AddressFields } from '#features/addresses/AddressFields.tsx';
import { SavedAddresses } from './SavedAddresses.tsx';
import type { Delivery } from './useDelivery.ts';

/** Step 1: the delivery address. */
export function DeliveryStep({ delivery }: { delivery: Delivery }) {
  const { form, saved, chosen } = delivery;
  return (
    <section className="panel checkout-step" aria-labelledby="step-delivery">
      <h2 id="step-delivery">
        <span className="checkout-number">1</span> Delivery Information
      </h2>
      {saved.length > 0 && <SavedAddresses delivery={delivery} />}
      {!chosen && (
        <AddressFields form={form}>
          <label className="tick">
            <input
              type="checkbox"
              name="saveInfo"
              checked={form.draft.saveInfo}
              onChange={(event) => form.set('saveInfo', event.target.checked)}
            />
            Save this information for next time
          </label>
        </AddressFields>
      )}
    </section>
  );
}
