import { loadPart, type optional } from '#lib/load-part.dom.ts';
import { type Errors, useFields } from '#ui/useFields.ts';
import { type AddressDraft, type BusinessDraft, emptyBusiness } from '../address/draft.dom.ts';
import { lookUp } from '../address/pincodes.api.ts';
import type { AddressOptions } from '../address/useAddress.ts';

const loadRules = (options?: typeof optional) => loadPart(() => import('#domain/tax/business.ts'), options);
const loadSchema = async (options?: typeof optional) => (await loadRules(options)).businessForm;

type Business = NonNullable<ReturnType<Awaited<ReturnType<typeof loadSchema>>['safeParse']>['data']>;

const isRegistered = (field: string): boolean => field.startsWith('registered');

/**
 * The business that an order is for. Without GSTIN and name there is none.
 * @param delivery the address of the order, which can be the registered one too
 */
export function useBusiness(
  { address, city, zipcode }: Pick<AddressDraft, 'address' | 'city' | 'zipcode'>,
  initial: () => BusinessDraft = () => emptyBusiness,
  options: Pick<AddressOptions, 'checksOnLeave' | 'onTouch'> = {},
) {
  const form = useFields<BusinessDraft, Business>({ ...options, initial, schema: loadSchema });
  const { values: draft } = form;
  const isEmpty = !draft.gstin.trim() && !draft.businessName.trim();
  const filled = draft.sameAddress
    ? { ...draft, registeredAddress: address, registeredCity: city, registeredZipcode: zipcode }
    : draft;
  /** @param isDeliveryWrong the fields of the delivery have errors, which need not be shown twice */
  const check = async (isDeliveryWrong = false): ReturnType<typeof form.check> => {
    if (isEmpty) return { errors: {} };
    const { data, errors } = await form.check(filled);
    if (data) {
      const problems = (await loadRules()).businessProblems(data, await lookUp(data.registeredZipcode));
      return Object.keys(problems).length ? { errors: problems } : { data, errors };
    }
    const hidden = draft.sameAddress && isDeliveryWrong;
    const own = Object.entries(errors).filter(([field]) => !hidden || !isRegistered(field));
    return { errors: Object.fromEntries(own) };
  };
  /** Shows errors; those of the registered address at its fields, also where it is that of the delivery. */
  const setErrors = (errors: Errors) => {
    const isWrong = Object.entries(errors).some(([field, message]) => message && isRegistered(field));
    if (isWrong) form.setValues({ ...filled, sameAddress: false });
    form.setErrors(errors);
  };
  return { ...form, check, setErrors };
}

export type BusinessForm = ReturnType<typeof useBusiness>;
