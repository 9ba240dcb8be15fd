/** Not in guest.api.ts, which brings what signs in to an account: the checkout needs this alone. */
import type { DeliveryAddress } from '#domain/addresses/address.ts';
import { api, send } from '#lib/api.ts';
import { $guestToken } from '#lib/guest-token.store.ts';
import type { Failure } from '#lib/outcome.ts';
import { $token } from '#lib/token.store.ts';

/**
 * Makes sure that there is a session to order with: the account's, that of this device's guest if the email is the
 * same, or that of a new guest.
 * @param known the email of this device's guest, if the page knows it
 * @returns the failure, if any
 */
export async function ensureSession(
  { firstName, lastName, email, phone }: Pick<DeliveryAddress, 'firstName' | 'lastName' | 'email' | 'phone'>,
  known: string,
): Promise<Failure | undefined> {
  if ($token.get()) return undefined;
  if ($guestToken.get()) {
    if (email === known) return undefined;
    const me = await send(api.user.me.$get());
    if (me.ok && me.data.user.email === email) return undefined;
    if (!me.ok && me.status !== 401) return me;
  }
  // The Worker cleans it where there is no last name.
  const name = `${firstName} ${lastName}`;
  const answer = await send(api.user.guest.$post({ json: { name, email, phone } }));
  if (!answer.ok) return answer;
  $guestToken.set(answer.data.token);
  return undefined;
}
