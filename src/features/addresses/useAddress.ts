import { useRef, useState } from 'react';
import { fieldErrors } from '#lib/field-errors.ts';
import type { DeliveryAddress } from './address.ts';
import type { AddressDraft, DraftField } from './draft.dom.ts';

/** The schema; it brings zod, so it is loaded when somebody begins to fill in the form. */
const loadRules = () => import('./address.ts');
type Rules = Awaited<ReturnType<typeof loadRules>>;

export type Errors = Partial<Record<string, string>>;

/** An address as the server takes it, or the errors of its fields. */
export type Checked = { address?: DeliveryAddress | undefined; errors: Errors };

/** Validates an address. */
function check(rules: Rules, given: unknown): Checked {
  const result = rules.addressForm.safeParse(given);
  return result.success ? { address: result.data, errors: {} } : { errors: fieldErrors(result.error.issues) };
}

/** The state of an address form. */
export function useAddress(initial: () => AddressDraft) {
  const [draft, setDraft] = useState(initial);
  const latest = useRef(draft);
  latest.current = draft;
  const [errors, setErrors] = useState<Errors>({});
  const [announced, announce] = useState('');

  /** Loads what checks the fields, so that leaving one need not wait. If it fails, `check` tries again and reports it. */
  const begin = () => void loadRules().catch(() => {});

  const set = <K extends keyof AddressDraft>(name: K, value: AddressDraft[K]) => {
    setDraft((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  /** Validates a field when it is left, unless it is empty, and shows it as it will be sent: a phone as ten digits. */
  const leave = async (name: DraftField) => {
    const typed = draft[name];
    if (!typed.trim()) return;
    const rules = await loadRules().catch(() => undefined);
    const result = rules?.addressForm.shape[name].safeParse(typed);
    // While the rules came, the field may have changed.
    if (!result || latest.current[name] !== typed) return;
    const { data, error } = result;
    if (data !== undefined) setDraft((before) => ({ ...before, [name]: data }));
    const message = error?.issues[0]?.message;
    setErrors((before) => ({ ...before, [name]: message }));
    announce(message ?? '');
  };
  return {
    draft,
    setDraft,
    errors,
    setErrors,
    set,
    begin,
    leave,
    /** The error of the field that was left last; the focus is elsewhere by now. */
    announced,
    /** @param given the address to validate; the typed one by default */
    check: async (given: unknown = draft): Promise<Checked> => check(await loadRules(), given),
  };
}

export type Address = ReturnType<typeof useAddress>;
