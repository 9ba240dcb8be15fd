import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { MissingPart } from '#lib/load-part.dom.ts';
import type { Failure, Outcome } from '#lib/outcome.ts';
import { focusFirstError } from './focus-first-error.dom.ts';
import { type FieldOptions, type FormProblem, typedInto, useFields } from './useFields.ts';

type Options<Values, Data, Done> = FieldOptions<Values, Data> & {
  /**
   * Sends the form. undefined: the screen itself shows what comes next.
   * @param values as they were typed @param form the submitted one
   */
  send?: (values: Values, form: HTMLFormElement | null) => Promise<Outcome<Done> | undefined>;
  /** Called after a success, and awaited. */
  onDone?: (done: Done) => unknown;
};

/** A refusal by the page itself. @param fields messages by field */
export const refusedHere = (message: string, fields: Record<string, string> = {}): Failure => ({
  ok: false,
  status: 0,
  code: 'invalid',
  message,
  fields,
  body: {},
});

/**
 * The problem that the server has named. A field may be a part of what was sent: `address.city` is `city` in the form. A message
 * that stands at its field is not said again.
 * @param values of the form @param form undefined for a part of one
 */
export function problemOf(
  { message, fields }: Failure,
  values: object,
  form?: HTMLFormElement | null,
): FormProblem {
  const own = Object.entries(fields).map(([name, text]): [string, string] => [
    name in values ? name : name.slice(name.lastIndexOf('.') + 1),
    text,
  ]);
  const isField = (name: string) => name in values || Boolean(form?.elements.namedItem(name));
  const isShown = own.some(([name, text]) => text === message && isField(name));
  return { message: isShown ? '' : message, fields: Object.fromEntries(own) };
}

/**
 * The one form of the shop: the schema goes in; the props of the fields, their messages and the focus on the first wrong field
 * come out. One submit at a time.
 */
export function useForm<Values extends object, Data = Values, Done = unknown>({
  send,
  onDone,
  ...options
}: Options<Values, Data, Done>) {
  const fields = useFields<Values, Data>(options);
  const { latest, setValues, setProblem, check } = fields;
  const [busy, setBusy] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  // Values that were entered before hydration have to stay.
  useLayoutEffect(
    () => setValues((before) => ({ ...before, ...typedInto(ref.current, before) })),
    [setValues],
  );

  const submit = async (): Promise<FormProblem | undefined> => {
    const typed = { ...latest.current, ...typedInto(ref.current, latest.current) };
    try {
      const { data, errors } = await check(typed);
      if (data === undefined) return { message: '', fields: errors };
      const answer = await send?.(typed, ref.current);
      if (answer && !answer.ok) return problemOf(answer, latest.current, ref.current);
      if (answer) await onDone?.(answer.data);
      return undefined;
    } catch (error) {
      if (!(error instanceof MissingPart)) throw error;
      // A part of the page, such as a schema, could not be loaded.
      return { message: error.message, fields: {} };
    }
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    const wrong = await submit();
    if (!wrong) return setBusy(false);
    focusFirstError(ref.current, () => {
      setBusy(false);
      setProblem(wrong);
    });
  };

  return {
    ...fields,
    ref,
    busy,
    onSubmit,
    /** Shows why the server has refused it. */
    refuse: (failure: Failure) => setProblem(problemOf(failure, latest.current, ref.current)),
  };
}

export type Form<Values extends object, Data = Values> = ReturnType<typeof useForm<Values, Data>>;
