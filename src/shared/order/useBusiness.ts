import { loadPart, type optional } from '#lib/load-part.dom.ts';
import { useDraft } from '#ui/useDraft.ts';
import { type BusinessDraft, emptyBusiness } from '../address/draft.dom.ts';

const loadSchema = async (options?: typeof optional) =>
  (await loadPart(() => import('#domain/tax/business.ts'), options)).businessForm;

/** The business that an order is for. Two empty fields mean that there is none. */
export function useBusiness(initial: () => BusinessDraft = () => emptyBusiness) {
  const form = useDraft(initial, loadSchema);
  const { gstin, businessName } = form.draft;
  const isEmpty = !gstin.trim() && !businessName.trim();
  const check: typeof form.check = async () => (isEmpty ? { errors: {} } : form.check());
  return { ...form, check };
}

export type BusinessForm = ReturnType<typeof useBusiness>;
