/** The account's forms: their check before anything is sent, and what a refusal says in their terms. */
import { offlineMessage } from '#lib/api.ts';
import type { Failure, Outcome } from '#lib/outcome.ts';
import { wrongFields } from '#lib/wrongFields.ts';
import type { FormProblem } from '#ui/useForm.ts';

/** The rules come when a form is first touched: they are not needed to show it. */
export const loadRules = () => import('./account.ts');

type FormName = {
  [Name in keyof Awaited<ReturnType<typeof loadRules>>]: Name extends
    | `${string}Form`
    | 'registration'
    | 'credentials'
    ? Name
    : never;
}[keyof Awaited<ReturnType<typeof loadRules>>];

/** A refusal in the form's own terms: what a field already says is not said again above the button. */
export const asProblem = ({ message, fields }: Failure): FormProblem => ({
  message: Object.values(fields).includes(message) ? '' : message,
  fields,
});

/**
 * Checks a form by the rules of its name and sends it.
 * @param onDone what follows on success; its end is waited for
 * @returns what is wrong, if anything
 */
export async function sendForm<T>(
  name: FormName,
  fields: Record<string, string>,
  call: () => Promise<Outcome<T>>,
  onDone: (data: T) => unknown,
): Promise<FormProblem | undefined> {
  try {
    const checked = (await loadRules())[name].safeParse(fields);
    if (!checked.success) return { message: '', fields: wrongFields(checked.error.issues) };
  } catch {
    // The rules could not be fetched: nothing was sent.
    return { message: offlineMessage, fields: {} };
  }
  const answer = await call();
  if (!answer.ok) return asProblem(answer);
  await onDone(answer.data);
  return undefined;
}
