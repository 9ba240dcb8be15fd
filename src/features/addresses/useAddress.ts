import { useEffect, useState } from 'react';
import { wrongFields } from '#lib/wrongFields.ts';
import type { DeliveryAddress } from './address.ts';
import type { Draft, DraftField } from './draft.ts';

/** The form's rules and the list of states; they come with zod, so they come after the first paint. */
const loadRules = () => import('./address.ts');
type Rules = Awaited<ReturnType<typeof loadRules>>;

export type Errors = Partial<Record<string, string>>;

/** An address as the server takes it; else what is wrong with its fields. */
export type Checked = { address?: DeliveryAddress | undefined; errors: Errors };

/** The first message of every field that is wrong. */
function check(rules: Rules, given: unknown): Checked {
  const result = rules.addressForm.safeParse(given);
  return result.success ? { address: result.data, errors: {} } : { errors: wrongFields(result.error.issues) };
}

/** An address as it is typed: what is wrong with it, and its check. */
export function useAddress(initial: () => Draft) {
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const [rules, setRules] = useState<Rules>();

  useEffect(() => {
    // Should this fail, `check` tries again and says so.
    loadRules().then(setRules, () => {});
  }, []);

  const set = <K extends keyof Draft>(name: K, value: Draft[K]) => {
    setDraft((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  /** On leaving a field: a mistake is said, an empty field is not yet one. */
  const leave = (name: DraftField) => {
    if (!rules || !draft[name].trim()) return;
    const wrong = check(rules, draft).errors[name];
    setErrors((before) => ({ ...before, [name]: wrong }));
  };
  return {
    draft,
    setDraft,
    errors,
    setErrors,
    set,
    leave,
    /** @param given another address than the typed one */
    check: async (given: unknown = draft): Promise<Checked> => check(rules ?? (await loadRules()), given),
    states: rules?.states,
  };
}

export type Address = ReturnType<typeof useAddress>;
