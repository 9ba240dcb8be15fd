/** Validates and sends the forms of the account. */
import { fieldErrors } from '#lib/field-errors.ts';
import { loadPart, MissingPart, type optional } from '#lib/load-part.dom.ts';
import type { Failure, Outcome } from '#lib/outcome.ts';
import type { FormProblem } from '#ui/useForm.ts';

/** Loads the schemas, when a form first gets the focus: they are not needed to show it. */
export const loadRules = (options?: typeof optional) =>
  loadPart(() => import('#domain/accounts/account.ts'), options);

type FormName = {
  [Name in keyof Awaited<ReturnType<typeof loadRules>>]: Name extends
    | `${string}Form`
    | 'registration'
    | 'credentials'
    ? Name
    : never;
}[keyof Awaited<ReturnType<typeof loadRules>>];

/** Converts a failure: a message that a field already shows is not repeated above the button. */
export const toFormProblem = ({ message, fields }: Failure): FormProblem => ({
  message: Object.values(fields).includes(message) ? '' : message,
  fields,
});

/**
 * Validates a form by the schema of its name and sends it.
 * @param onDone called on success, and awaited
 * @returns the problem, if any
 */
export async function sendForm<T>(
  name: FormName,
  fields: Record<string, string>,
  call: () => Promise<Outcome<T>>,
  onDone: (data: T) => unknown,
): Promise<FormProblem | undefined> {
  try {
    const checked = (await loadRules())[name].safeParse(fields);
    if (!checked.success) return { message: '', fields: fieldErrors(checked.error.issues) };
  } catch (error) {
    if (!(error instanceof MissingPart)) throw error;
    // The schemas could not be loaded: nothing was sent.
    return { message: error.message, fields: {} };
  }
  const response = await call();
  if (!response.ok) return toFormProblem(response);
  await onDone(response.data);
  return undefined;
}
