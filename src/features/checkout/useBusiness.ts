import { useState } from 'react';
import { type BusinessDraft, emptyBusiness } from '#features/addresses/draft.dom.ts';
import type { Errors } from '#features/addresses/useAddress.ts';
import type { Business } from '#features/tax/business.ts';
import { fieldErrors } from '#lib/field-errors.ts';

/** The schema; it brings zod, so it is loaded when somebody fills in the fields. */
const loadRules = () => import('#features/tax/business.ts');

/** The business that an order is for. Two empty fields mean that there is none. */
export function useBusiness() {
  const [draft, setDraft] = useState(emptyBusiness);
  const [errors, setErrors] = useState<Errors>({});
  const [announced, announce] = useState('');
  const isEmpty = !Object.values(draft).some((value) => value.trim());

  const set = (name: keyof BusinessDraft, value: string) => {
    setDraft((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  /** Validates a field when it is left, unless it is empty, and shows it as it will be sent. */
  const leave = async (name: keyof BusinessDraft) => {
    const typed = draft[name];
    if (!typed.trim()) return;
    // If they cannot be loaded, `check` tries again and reports it.
    const rules = await loadRules().catch(() => undefined);
    const result = rules?.businessForm.shape[name].safeParse(typed);
    if (!result) return;
    const message = result.error?.issues[0]?.message;
    if (result.success) setDraft((now) => (now[name] === typed ? { ...now, [name]: result.data } : now));
    setErrors((before) => ({ ...before, [name]: message }));
    announce(message ?? '');
  };
  return {
    draft,
    setDraft,
    errors,
    setErrors,
    /** The error of the field that was left last; the focus is elsewhere by now. */
    announced,
    set,
    leave,
    check: async (): Promise<{ business?: Business; errors: Errors }> => {
      if (isEmpty) return { errors: {} };
      const result = (await loadRules()).businessForm.safeParse(draft);
      return result.success
        ? { business: result.data, errors: {} }
        : { errors: fieldErrors(result.error.issues) };
    },
  };
}
