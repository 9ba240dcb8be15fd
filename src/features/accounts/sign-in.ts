/** The two ways in: what is sent, and what the shopper hears of it. */
import { api, send } from '#lib/api.ts';
import type { FormProblem } from '#ui/useForm.ts';
import { sendForm } from './checked.ts';
import { $device } from './device.store.ts';

export type Mode = 'login' | 'signup';
export type Fields = { name: string; email: string; password: string; code: string };

/** What the shopper reads then (docs/behaviour.md 9.4, 9.5). */
export const welcome: Record<Mode, string> = {
  login: 'Logged in successfully!',
  signup: 'Account created successfully!',
};

/** What signing in gives: a session's token and the device's, or, after a one-time password, a link's. */
export type SignedIn = { token: string; device: string } | { resetToken: string };

/** @returns what is wrong; nothing when `onDone` was called, and has ended */
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
