import { useRef, useState } from 'react';
import { fieldErrors } from '#lib/field-errors.ts';
import { optional } from '#lib/load-part.dom.ts';

/** Messages by the name of the field. */
export type Errors = Partial<Record<string, string>>;

type Result<T> =
  | { success: true; data: T; error?: never }
  | { success: false; data?: never; error: { issues: Parameters<typeof fieldErrors>[0] } };
type TextName<Draft> = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft];
/** A zod schema with a field for each text. */
type Schema<Draft, Data> = {
  safeParse(given: unknown): Result<Data>;
  shape: Record<TextName<Draft>, { safeParse(typed: unknown): Result<string> }>;
};

/**
 * The state of a form whose fields are validated when they are left.
 * @param loadSchema loads the schema, which brings zod: by `loadPart`, with these options
 */
export function useDraft<Draft extends object, Data>(
  initial: () => Draft,
  loadSchema: (options?: typeof optional) => Promise<Schema<Draft, Data>>,
) {
  const [draft, setDraft] = useState(initial);
  const latest = useRef(draft);
  latest.current = draft;
  const [errors, setErrors] = useState<Errors>({});
  const [announced, announce] = useState('');

  /** Loads the schema, so that leaving a field need not wait. If it fails, `check` tries again and reports it. */
  const begin = () => void loadSchema(optional).catch(() => {});

  const set = <Name extends keyof Draft>(name: Name, value: Draft[Name]) => {
    setDraft((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };
  /** Validates a field when it is left, unless it is empty, and shows it as it will be sent: a phone as ten digits. */
  const leave = async (name: TextName<Draft>) => {
    const typed = draft[name];
    if (typeof typed !== 'string' || !typed.trim()) return;
    const schema = await loadSchema(optional).catch(() => undefined);
    const result = schema?.shape[name].safeParse(typed);
    // While the schema came, the field may have changed.
    if (!result || latest.current[name] !== typed) return;
    const { data, error } = result;
    if (data !== undefined) setDraft((before) => ({ ...before, [name]: data }));
    const message = error?.issues[0]?.message;
    setErrors((before) => ({ ...before, [name]: message }));
    announce(message ?? '');
  };
  /**
   * @param given what to validate; the draft by default
   * @returns the data as the server takes them, or the errors of their fields
   * @throws MissingPart
   */
  const check = async (given: unknown = draft): Promise<{ data?: Data; errors: Errors }> => {
    const { data, error } = (await loadSchema()).safeParse(given);
    return error ? { errors: fieldErrors(error.issues) } : { data: data as Data, errors: {} };
  };
  return {
    draft,
    setDraft,
    errors,
    setErrors,
    /** The error of the field that was left last; the focus is elsewhere by now. */
    announced,
    set,
    begin,
    leave,
    check,
  };
}
