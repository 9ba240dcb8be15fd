import { useEffect, useState } from 'react';
import type { DeliveryAddress } from './address.ts';
import { type Draft, type DraftField, keepDraft, readDraft } from './draft.ts';

/** The form's rules and the list of states; they come with zod, so they come after the first paint. */
const loadRules = () => import('./address.ts');
type Rules = Awaited<ReturnType<typeof loadRules>>;

export type Errors = Partial<Record<string, string>>;

/** The first message of every field that is wrong. */
function errorsOf(rules: Rules, draft: Draft): { address?: DeliveryAddress; errors: Errors } {
  const result = rules.addressForm.safeParse(draft);
  if (result.success) return { address: result.data, errors: {} };
  const errors: Errors = {};
  for (const { path, message } of result.error.issues) errors[path.join('.')] ??= message;
  return { errors };
}

/** The delivery form: what is typed (kept over a reload), what is wrong with it, and its check. */
export function useDelivery(person: { name: string; email: string }) {
  const [draft, setDraft] = useState<Draft>(() => readDraft(person));
  const [errors, setErrors] = useState<Errors>({});
  const [rules, setRules] = useState<Rules>();

  useEffect(() => {
    // Should this fail, `check` tries again and says so.
    loadRules().then(setRules, () => {});
  }, []);
  useEffect(() => keepDraft(person.email, draft), [person.email, draft]);

  const set = <K extends keyof Draft>(name: K, value: Draft[K]) => {
    setDraft((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  /** On leaving a field: a mistake is said, an empty field is not yet one. */
  const leave = (name: DraftField) => {
    if (!rules || !draft[name].trim()) return;
    const wrong = errorsOf(rules, draft).errors[name];
    setErrors((before) => ({ ...before, [name]: wrong }));
  };
  /** @returns the address as the server takes it, and what is wrong with the fields when there is none */
  const check = async (): Promise<{ address?: DeliveryAddress | undefined; errors: Errors }> =>
    errorsOf(rules ?? (await loadRules()), draft);
  return { draft, errors, setErrors, set, leave, check, states: rules?.states };
}

export type Delivery = ReturnType<typeof useDelivery>;
