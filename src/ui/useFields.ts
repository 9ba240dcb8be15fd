import { type ChangeEvent, useCallback, useRef, useState } from 'react';
import { fieldErrors } from '#lib/field-errors.ts';
import { optional } from '#lib/load-part.dom.ts';

/** Messages by the name of the field. */
export type Errors = Partial<Record<string, string>>;

/** The problem of a form. @property message for the whole form; empty if only fields are wrong */
export type FormProblem = { message: string; fields: Errors };

type Result<T> =
  | { success: true; data: T; error?: never }
  | { success: false; data?: never; error: { issues: Parameters<typeof fieldErrors>[0] } };
type TextName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never;
}[keyof Values] &
  string;
type TickName<Values> = Exclude<keyof Values & string, TextName<Values>>;

/** A zod schema. @property shape checks a field alone, when it is left */
type Schema<Data> = {
  safeParse(given: unknown): Result<Data>;
  shape?: Record<string, { safeParse(typed: unknown): Result<unknown> }>;
};
/** Loads a schema, which brings zod: by `loadPart`, with these options. */
export type LoadSchema<Data> = (options?: typeof optional) => Promise<Schema<Data>>;

export type FieldOptions<Values, Data> = {
  initial: Values | (() => Values);
  /** What the values must be; without a schema the server alone checks them. */
  schema?: LoadSchema<Data> | undefined;
  /** Checks a field when it is left. Not where the message would move a button away from the pointer. */
  checksOnLeave?: boolean;
  /** Called when somebody changes a value. */
  onTouch?: (() => void) | undefined;
};

const none: Errors = {};

/** Reads values from the DOM: a password manager, or who types before the script is there, causes no event for React. */
export function typedInto<Values extends object>(
  form: HTMLFormElement | null,
  values: Values,
): Partial<Values> {
  const fields = form ? [...new FormData(form)] : [];
  const typed = fields.filter(([name, value]) => name in values && value !== '');
  return Object.fromEntries(
    typed.map(([name, value]) => [name, typeof values[name as keyof Values] === 'boolean' || value]),
  ) as Partial<Values>;
}

/** The fields of a form, or of a part of one: their values, what is wrong with them, and their props. */
export function useFields<Values extends object, Data = Values>({
  initial,
  schema,
  checksOnLeave = false,
  onTouch,
}: FieldOptions<Values, Data>) {
  const [values, setValues] = useState(initial);
  const latest = useRef(values);
  latest.current = values;
  const [problem, setProblem] = useState<FormProblem>();
  const [announced, announce] = useState('');
  const errors = problem?.fields ?? none;

  /** The same function in each render, for effects. */
  const setErrors = useCallback(
    (errors: Errors | ((before: Errors) => Errors)) =>
      setProblem((before) => ({
        message: before?.message ?? '',
        fields: typeof errors === 'function' ? errors(before?.fields ?? none) : errors,
      })),
    [],
  );
  /** Sets values; what was wrong with them is no longer shown. */
  const set = (more: Partial<Values>) => {
    onTouch?.();
    setValues((before) => ({ ...before, ...more }));
    const right = Object.fromEntries(Object.keys(more).map((name) => [name, undefined]));
    setProblem((before) => before && { ...before, fields: { ...before.fields, ...right } });
  };
  /** Checks a field that was left, unless it is empty, and shows it as it will be sent: a phone as ten digits. */
  const leave = async (name: TextName<Values>) => {
    const typed = values[name];
    if (typeof typed !== 'string' || !typed.trim()) return;
    const loaded = await schema?.(optional).catch(() => undefined);
    const result = loaded?.shape?.[name]?.safeParse(typed);
    // While the schema came, the field may have changed.
    if (!result || latest.current[name] !== typed) return;
    const { data, error } = result;
    if (data !== undefined) setValues((before) => ({ ...before, [name]: data }));
    const message = error?.issues[0]?.message;
    setErrors((before) => ({ ...before, [name]: message }));
    announce(message ?? '');
  };

  return {
    values,
    latest,
    problem,
    errors,
    /** The error of the field that was left last; the focus is elsewhere by now. */
    announced,
    set,
    setValues,
    setProblem,
    setErrors,
    leave,
    /** Loads the schema, so that it need not be waited for. If it fails, `check` tries again and reports it. */
    begin: () => void schema?.(optional).catch(() => {}),
    /**
     * @param given what to check; the values by default
     * @returns the data as the server takes them, or the errors of their fields
     * @throws MissingPart
     */
    async check(given: unknown = values): Promise<{ data?: Data; errors: Errors }> {
      if (!schema) return { data: given as Data, errors: {} };
      const { data, error } = (await schema()).safeParse(given);
      return error ? { errors: fieldErrors(error.issues) } : { data: data as Data, errors: {} };
    },
    /** The props of the `TextField` or `SelectField` with that name. */
    field: <Name extends TextName<Values>>(name: Name) => ({
      name,
      value: values[name] as string,
      error: errors[name],
      onChange: (value: string) => set({ [name]: value } as Partial<Values>),
      ...(checksOnLeave && { onBlur: () => void leave(name) }),
    }),
    /** The props of a checkbox. */
    tick: (name: TickName<Values>) => ({
      name,
      checked: values[name] as boolean,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
        set({ [name]: target.checked } as Partial<Values>),
    }),
  };
}
