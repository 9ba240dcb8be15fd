import type { State } from 'gst/states';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isPincode, pincodeDigits } from '#domain/delivery/pincode.ts';
import { stateProblem } from '#domain/delivery/state-problem.ts';
import { $pincode } from '#features/delivery/pincode.store.ts';
import type { QuoteDestination } from '#features/pricing/useQuote.ts';
import type { Shopper } from '#shared/account/shopper.api.ts';
import {
  type AddressDraft,
  type BusinessDraft,
  draftOf,
  emptyBusiness,
  emptyDraft,
  readDraft,
  saveDraft,
} from '#shared/address/draft.dom.ts';
import { useDeliveryAddress } from '#shared/address/useDeliveryAddress.ts';
import { useBusiness } from '#shared/order/useBusiness.ts';
import { type Errors, typedInto } from '#ui/useFields.ts';
import { type KnownPincode, usePincode } from './usePincode.ts';

/**
 * The delivery address, a saved one or the form, and the business that the order is for. What is typed and chosen
 * survives a reload.
 * @param opening whether it is not known yet who the shopper is: then nothing is saved, since the browser fills in the
 *   page's form again after Back, and that form would replace what an account has typed
 */
export function useDelivery(shopper: Shopper, form: RefObject<HTMLFormElement | null>, opening: boolean) {
  const { email, addresses: saved } = shopper;
  // A form that nobody has touched must not replace what an account has typed whose session has ended meanwhile.
  const touched = useRef(false);
  const touch = () => {
    touched.current = true;
  };
  const options = { checksOnLeave: true, onTouch: touch };
  const fields = useDeliveryAddress(() => emptyDraft, options);
  const [chosen, setChosen] = useState('');
  const address = saved.find(({ id }) => id === chosen);
  const business = useBusiness(address ?? fields.values, undefined, options);
  // Changes when the form's shopper becomes a guest, by ordering.
  const [owner, setOwner] = useState(email);
  const { values: draft, setValues: setDraft } = fields;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, since the static page knows nothing of this device
  useLayoutEffect(() => {
    const typed = typedInto(form.current, emptyDraft);
    const typedBusiness = typedInto(form.current, emptyBusiness);
    const stored = readDraft(shopper);
    touched.current = Object.keys({ ...typed, ...typedBusiness }).length > 0;
    setDraft({ ...withPincode(stored), ...typed });
    business.setValues({ ...stored.business, ...typedBusiness });
    setChosen(stored.chosen);
  }, []);
  useEffect(() => {
    if (touched.current && !opening) saveDraft(owner, draft, business.values, chosen);
  }, [owner, draft, business.values, chosen, opening]);
  const known = usePincode(fields);

  const choose = (id: string) => {
    touch();
    setChosen(id);
  };
  /** Shows errors. Only the form can show them, so a saved address with errors is copied into the form. */
  const setErrors = (all: Errors) => {
    const [own, errors] = [true, false].map((isOwn) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => name in emptyBusiness === isOwn)),
    ) as [Errors, Errors];
    business.setErrors(own);
    if (address && Object.keys(errors).length) {
      setDraft(draftOf(address));
      setChosen('');
    }
    fields.setErrors(errors);
  };
  return {
    form: fields,
    business,
    saved,
    /** Id of a saved address; empty for the form. */
    chosen: address?.id ?? '',
    choose,
    /** What the directory says of the pincode of the form. */
    known,
    /** What the delivery promise depends on; undefined until there is a pincode. */
    destination: withBuyer(
      address ? destinationOf(address) : typedDestination(draft, known),
      business.values,
    ),
    setErrors,
    setOwner,
    /** @returns address and business as the server takes them, or the errors of their fields */
    check: async () => {
      const checked = await fields.check(address && draftOf(address));
      const company = await business.check(!checked.data);
      return {
        address: Object.keys(company.errors).length ? undefined : checked.data,
        business: company.data,
        errors: { ...checked.errors, ...company.errors },
      };
    },
  };
}

/** The draft, with the pincode that was entered on another page, if it has none. */
const withPincode = ({ draft, chosen }: { draft: AddressDraft; chosen: string }): AddressDraft =>
  chosen || draft.zipcode ? draft : { ...draft, zipcode: $pincode.get() };

/** The destination of the form. The state is left out where the pincode says it or contradicts it. */
function typedDestination(
  draft: AddressDraft,
  known: KnownPincode | undefined,
): QuoteDestination | undefined {
  const saysState = typeof known?.area === 'object' && known.area.state !== undefined;
  const isAsked = known && !saysState && !stateProblem(known.pincode, known.area, draft.state);
  return destinationOf({ zipcode: draft.zipcode, state: isAsked ? draft.state : '' });
}

function destinationOf({ zipcode, state }: { zipcode: string; state: string }): QuoteDestination | undefined {
  const pincode = pincodeDigits(zipcode);
  if (!isPincode(pincode)) return undefined;
  return state ? { pincode, state: state as State } : { pincode };
}

/** With the number of the business once it is complete: the quote says which tax the invoice will show. */
const withBuyer = (
  destination: QuoteDestination | undefined,
  { gstin, sez }: BusinessDraft,
): QuoteDestination | undefined =>
  destination && /^[\dA-Z]{15}$/.test(gstin) ? { ...destination, gstin, ...(sez && { sez }) } : destination;

export type Delivery = ReturnType<typeof useDelivery>;
