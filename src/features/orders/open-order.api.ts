/** Opens an order by the link in its emails (docs/behaviour.md, "Order links"). */
import { finishAccount } from '#features/accounts/guest.api.ts';
import { api, send } from '#lib/api.ts';
import { $guestToken } from '#lib/guest-token.store.ts';
import type { Outcome } from '#lib/outcome.ts';
import { $token } from '#lib/token.store.ts';

/**
 * @property guest whether the order belongs to a guest; otherwise it belongs to an account by now
 * @property readWith the token of the link, when this device is not that guest's: it only shows the order
 * @property name of the guest @property email where a code can be mailed; empty for an order without one
 * @property account whether there is an account with the order's email: none, the shopper's own, or one that they are not
 *   signed in to
 * @property proven this device has typed the code of the email
 */
export type OpenedOrder = {
  orderId: string;
  reference: string;
  guest: boolean;
  readWith: string | undefined;
  name: string | undefined;
  email: string;
  account: 'none' | 'yours' | 'other';
  proven: boolean;
};

/** Opens the order. The session of this device stays as it is. */
export async function openOrder(link: string): Promise<Outcome<OpenedOrder>> {
  if (!$token.get()) await finishAccount(link);
  const opened = await send(api.order.open.$post({ json: { link } }));
  if (!opened.ok) return opened;
  const { orderId, reference, token, account, user, proven } = opened.data;
  const isOwn = !$token.get() && token === $guestToken.get();
  const readWith = token === null || isOwn ? undefined : token;
  return {
    ok: true,
    data: {
      orderId,
      reference,
      account,
      readWith,
      proven,
      guest: token !== null,
      name: user?.name,
      email: user?.email ?? '',
    },
  };
}
