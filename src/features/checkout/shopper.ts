/** Who is ordering: name and e-mail fill in the form and tell whose draft it is. */
import type { SavedAddress } from '#features/accounts/account.ts';
import { api, send } from '#lib/api.ts';
import type { Outcome } from '#lib/outcome.ts';

export type Shopper = { name: string; email: string; addresses: readonly SavedAddress[] };

/** An address book that does not come leaves the form, as for somebody who has none. */
export async function loadShopper(): Promise<Outcome<Shopper>> {
  const [me, book] = await Promise.all([send(api.user.me.$get()), send(api.user.addresses.$get())]);
  if (!me.ok) return me;
  const { name, email } = me.data.user;
  return { ok: true, data: { name, email, addresses: book.ok ? book.data.addresses : [] } };
}
