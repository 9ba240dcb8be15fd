/** The two ways in: what is sent, and what the shopper hears of it. */
import { api, offlineMessage, send } from '#lib/api.ts';
import type { Failure } from '#lib/outcome.ts';

export type Mode = 'login' | 'signup';
export type Fields = { name: string; email: string; password: string };

/** Spec section 8. */
export const welcome: Record<Mode, string> = {
  login: 'Logged in successfully!',
  signup: 'Account created successfully!',
};

export type Problem = { message: string; fields: Record<string, string> };

/** The rules come when the form is first touched: they are not needed to show it. */
export const loadRules = () => import('./account.ts');

/** What is wrong with the form before anything is sent; `undefined` when nothing is. */
async function check(mode: Mode, fields: Fields): Promise<Problem | undefined> {
  const rules = await loadRules();
  const result = (mode === 'login' ? rules.credentials : rules.registration).safeParse(fields);
  if (result.success) return undefined;
  const wrong: Record<string, string> = {};
  for (const { path, message } of result.error.issues) wrong[path.join('.')] ??= message;
  return { message: '', fields: wrong };
}

/** @returns the token, or what went wrong */
export async function signIn(mode: Mode, { name, email, password }: Fields): Promise<string | Problem> {
  try {
    const problem = await check(mode, { name, email, password });
    if (problem) return problem;
  } catch {
    return { message: offlineMessage, fields: {} };
  }
  const answer =
    mode === 'login'
      ? await send(api.user.login.$post({ json: { email, password } }))
      : await send(api.user.register.$post({ json: { name, email, password } }));
  return answer.ok ? answer.data.token : asProblem(answer);
}

/** A refusal in the form's own terms: what a field already says is not said again above the button. */
const asProblem = ({ message, fields }: Failure): Problem => ({
  message: Object.values(fields).includes(message) ? '' : message,
  fields,
});
