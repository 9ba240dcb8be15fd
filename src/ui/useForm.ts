import { type FormEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { focusFirstError } from './focus-first-error.dom.ts';

/** The problem of a form. @property message for the whole form; empty if only fields are wrong */
export type FormProblem = { message: string; fields: Record<string, string> };

type Texts = Record<string, string>;

/** Reads the values from the DOM: a password manager may fill in fields without an event for React. */
const typedInto = <Fields extends Texts>(form: HTMLFormElement | null): Partial<Fields> =>
  form ? (Object.fromEntries(new FormData(form)) as Partial<Fields>) : {};

export type Form<Fields extends Texts> = {
  ref: RefObject<HTMLFormElement | null>;
  fields: Fields;
  problem: FormProblem | undefined;
  busy: boolean;
  /** The props of the `TextField` with that name. */
  field<Name extends keyof Fields & string>(
    name: Name,
  ): { name: Name; value: string; error: string | undefined; onChange: (value: string) => void };
  set(more: Partial<Fields>): void;
  setProblem(problem: FormProblem | undefined): void;
  onSubmit(event: FormEvent): Promise<void>;
};

/**
 * A form of texts: values, errors, and one submit at a time. The first wrong field gets the focus.
 * @param submit sends the form and returns the problem, or undefined after a success
 */
export function useForm<Fields extends Texts>(
  initial: Fields,
  submit: (fields: Fields) => Promise<FormProblem | undefined>,
): Form<Fields> {
  const [fields, setFields] = useState(initial);
  const [problem, setProblem] = useState<FormProblem>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // Values that were entered before hydration have to stay.
  useLayoutEffect(() => setFields((before) => ({ ...before, ...typedInto<Fields>(form.current) })), []);

  const set = (more: Partial<Fields>) => setFields((before) => ({ ...before, ...more }));
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    const wrong = await submit({ ...fields, ...typedInto<Fields>(form.current) });
    if (!wrong) return setBusy(false);
    focusFirstError(form.current, () => {
      setBusy(false);
      setProblem(wrong);
    });
  };
  const field: Form<Fields>['field'] = (name) => ({
    name,
    value: fields[name] ?? '',
    error: problem?.fields[name],
    onChange: (value) => {
      set({ [name]: value } as Partial<Fields>);
      setProblem((before) => before && { ...before, fields: { ...before.fields, [name]: '' } });
    },
  });
  return { ref: form, fields, problem, busy, field, set, setProblem, onSubmit };
}
