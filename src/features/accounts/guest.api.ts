/** The guest of this device: a shopper who orders without an account (docs/behaviour.md, "Guests"). */

import { api, send } from '#lib/api.ts';
import { store } from '#lib/device-storage.dom.ts';
import { setFlash } from '#lib/flash.dom.ts';
import { $chosenBy, $guestToken } from '#lib/guest-token.store.ts';
import { paths } from '#lib/paths.ts';
import { $device } from '#shared/account/device.store.ts';
import { viewedKey } from '#shared/account/device-keys.ts';
import { startSession, untilUnload } from '#shared/account/session.api.ts';
import { dropDraft } from '#shared/address/draft.dom.ts';
import { forgetCode } from '#shared/cart/coupon.store.ts';
import { forgetLinkTokens } from './useLinkToken.ts';

/** Notes that this device's guest has chosen a password. */
export const noteChosenPassword = (): void => $chosenBy.set($guestToken.get());

type NewAccount = { token: string; device: string; message: string };

/** Whether the answer of `claim` is an account; otherwise a link was emailed. */
export const isNewAccount = (answer: { message: string }): answer is NewAccount => 'token' in answer;

/** Signs in to the account that the guest has become, and shows its orders. */
export async function goToAccount({ token, device, message }: NewAccount): Promise<never> {
  $device.set(device);
  $chosenBy.set('');
  $guestToken.set('');
  await startSession(token);
  setFlash({ message, kind: 'success' });
  location.replace(paths.orders);
  return untilUnload;
}

/** Creates the account with the password that was chosen on this device, if any. Returns when there is none. */
export async function finishAccount(link: string): Promise<void> {
  const chosen = $chosenBy.get();
  if (!chosen || chosen !== $guestToken.get()) return;
  const answer = await send(api.user.claim.$post({ json: { link, device: $device.get() } }));
  if (answer.ok && isNewAccount(answer.data)) await goToAccount(answer.data);
}

/** Ends the guest's session, and removes what this device keeps of the guest. Cart and wish list stay. */
export async function forgetGuest(): Promise<void> {
  // Even after a failure the details are removed here: the shopper has asked for it.
  await send(api.user.logout.$post());
  $chosenBy.set('');
  $guestToken.set('');
  dropDraft();
  forgetCode();
  forgetLinkTokens();
  store('localStorage', viewedKey, undefined);
}
