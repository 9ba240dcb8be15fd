import { type BusinessDraft, emptyBusiness } from '#features/addresses/draft.dom.ts';
import { useDraft } from '#ui/useDraft.ts';

const loadSchema = async () => (await import('#features/tax/business.ts')).businessForm;

/** The business that an order is for. Two empty fields mean that there is none. */
export function useBusiness() {
  const form = useDraft((): BusinessDraft => emptyBusiness, loadSchema);
  const isEmpty = !Object.values(form.draft).some((value) => value.trim());
  const check: typeof form.check = async () => (isEmpty ? { errors: {} } : form.check());
  return { ...form, check };
}
