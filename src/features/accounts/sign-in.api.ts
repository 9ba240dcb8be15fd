/** Sends the sign-in and the sign-up form. */
import { api, send } from '#lib/api.ts';
import type { Outcome } from '#lib/outcome.ts';
import { $device } from '#shared/account/device.store.ts';

export type Mode = 'login' | 'signup';
export type Fields = { name: string; email: string; password: string; code: string };

/** The messages after a success (docs/behaviour.md, "Signing in and up"). */
export const welcome: Record<Mode, string> = {
  login: 'Logged in successfully!',
  signup: 'Account created successfully!',
};

/** The result of a sign-in: tokens of session and device or, after a one-time password, a token to reset it. */
export type SignedIn = { token: string; device: string } | { resetToken: string };

/** Sends the form. */
export function signIn(mode: Mode, { name, email, password, code }: Fields): Promise<Outcome<SignedIn>> {
  const device = $device.get();
  return mode === 'login'
    ? send(api.user.login.$post({ json: { email, password, code, device } }))
    : send(api.user.register.$post({ json: { name, email, password, device } }));
}
