/** Opens an order by the link in its emails (docs/behaviour.md, "Order links"). */
import { finishAccount } from '#features/accounts/guest.api.ts';
import { api, send } from '#lib/api.ts';
import { $guestToken } from '#lib/guest-token.store.ts';
import type { Outcome } from '#lib/outcome.ts';
import { $token } from '#lib/token.store.ts';

/**
 * @property guest whether the order belongs to a guest; otherwise it belongs to an account by now
 * @property readWith the guest's session, when this device is not that guest's: the order is only read with it, so that
 *   a stranger's link neither replaces the guest of this device nor fills its checkout
 * @property name of the guest
 * @property account whether there is an account with the order's email: none, the shopper's own, or one that they are not
 *   signed in to
 */
export type OpenedOrder = {
  orderId: string;
  reference: string;
  guest: boolean;
  readWith: string | undefined;
  name: string | undefined;
  account: 'none' | 'yours' | 'other';
};

/** Opens the order. The session of this device stays as it is. */
export async function openOrder(link: string): Promise<Outcome<OpenedOrder>> {
  if (!$token.get()) await finishAccount(link);
  const opened = await send(api.order.open.$post({ json: { link } }));
  if (!opened.ok) return opened;
  const { orderId, reference, token, account, user } = opened.data;
  const isOwn = !$token.get() && token === $guestToken.get();
  const readWith = token === null || isOwn ? undefined : token;
  return {
    ok: true,
    data: { orderId, reference, guest: token !== null, account, readWith, name: user?.name },
  };
}
