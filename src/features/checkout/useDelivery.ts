import { useEffect, useRef, useState } from 'react';
import type { State } from '#features/addresses/address.ts';
import { type AddressDraft, draftOf, readDraft, saveDraft } from '#features/addresses/draft.dom.ts';
import { type Errors, useAddress } from '#features/addresses/useAddress.ts';
import { $pincode } from '#features/delivery/pincode.store.ts';
import { isPincode, pincodeDigits } from '#features/delivery/pincode.ts';
import type { QuoteDestination } from '#features/pricing/useQuote.ts';
import type { Shopper } from './shopper.api.ts';
import { type KnownPincode, usePincode } from './usePincode.ts';

/** The delivery address: a saved one, or the form. What is typed and chosen survives a reload. */
export function useDelivery(shopper: Shopper) {
  const { email, addresses: saved } = shopper;
  const [stored] = useState(() => readDraft(shopper));
  const fields = useAddress(() => withPincode(stored));
  const [chosen, setChosen] = useState(stored.chosen);
  // Changes when the form's shopper becomes a guest, by ordering.
  const [owner, setOwner] = useState(email);
  // A form that nobody has touched must not replace what an account has typed whose session has ended meanwhile.
  const touched = useRef(false);
  const { draft } = fields;
  useEffect(() => {
    if (touched.current) saveDraft(owner, draft, chosen);
  }, [owner, draft, chosen]);
  const known = usePincode(fields);

  const address = saved.find(({ id }) => id === chosen);
  const set: typeof fields.set = (name, value) => {
    touched.current = true;
    fields.set(name, value);
  };
  const choose = (id: string) => {
    touched.current = true;
    setChosen(id);
  };
  /** Shows errors. Only the form can show them, so a saved address with errors is copied into the form. */
  const setErrors = (errors: Errors) => {
    if (address && Object.keys(errors).length) {
      fields.setDraft(draftOf(address));
      setChosen('');
    }
    fields.setErrors(errors);
  };
  return {
    form: { ...fields, set },
    saved,
    /** Id of a saved address; empty for the form. */
    chosen: address?.id ?? '',
    choose,
    /** What the directory says of the pincode of the form. */
    known,
    /** What the delivery promise depends on; undefined until the pincode was looked up, so that one quote is requested. */
    destination: address ? destinationOf(address) : known && destinationOf(draft, known),
    setErrors,
    setOwner,
    /** @returns the address as the server takes it, or the errors of its fields */
    check: () => fields.check(address),
  };
}

/** The draft, with the pincode that was entered on another page, if it has none. */
const withPincode = ({ draft, chosen }: { draft: AddressDraft; chosen: string }): AddressDraft =>
  chosen || draft.zipcode ? draft : { ...draft, zipcode: $pincode.get() };

/** @param known then the state is left out where the pincode says it, so that choosing it asks for nothing new */
function destinationOf(
  { zipcode, state }: Pick<AddressDraft, 'zipcode' | 'state'>,
  known?: KnownPincode,
): QuoteDestination | undefined {
  const pincode = pincodeDigits(zipcode);
  if (!isPincode(pincode)) return undefined;
  const area = known?.area;
  const isSaid = known ? typeof area === 'object' && area.state !== undefined : false;
  return state && !isSaid ? { pincode, state: state as State } : { pincode };
}

export type Delivery = ReturnType<typeof useDelivery>;
