/** Sends the sign-in and the sign-up form. */
import { api, send } from '#lib/api.ts';
import { $device } from '#shared/account/device.store.ts';
import { sendForm } from '#shared/account/send-form.api.ts';
import type { FormProblem } from '#ui/useForm.ts';

export type Mode = 'login' | 'signup';
export type Fields = { name: string; email: string; password: string; code: string };

/** The messages after a success (docs/behaviour.md, "Signing in and up"). */
export const welcome: Record<Mode, string> = {
  login: 'Logged in successfully!',
  signup: 'Account created successfully!',
};

/** The result of a sign-in: tokens of session and device or, after a one-time password, a token to reset it. */
export type SignedIn = { token: string; device: string } | { resetToken: string };

/** @returns the problem, or undefined after `onDone` has ended */
export function signIn(
  mode: Mode,
  { name, email, password, code }: Fields,
  onDone: (signedIn: SignedIn) => Promise<void>,
): Promise<FormProblem | undefined> {
  if (mode === 'login') {
    const json = { email, password, code, device: $device.get() };
    return sendForm('credentials', json, () => send(api.user.login.$post({ json })), onDone);
  }
  const json = { name, email, password, device: $device.get() };
  return sendForm('registration', json, () => send(api.user.register.$post({ json })), onDone);
}
