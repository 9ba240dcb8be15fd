/** The shopper at the checkout: name and email fill in the form and identify the stored draft. */
import type { SavedAddress } from '#domain/accounts/account.ts';
import { api, send } from '#lib/api.ts';
import type { Outcome } from '#lib/outcome.ts';

export type Shopper = { name: string; email: string; addresses: readonly SavedAddress[] };

/** A shopper of whom nothing is known yet. */
export const newShopper: Shopper = { name: '', email: '', addresses: [] };

/** Loads the shopper. Without the address book the form is shown, as for an account without addresses. */
export async function loadShopper(): Promise<Outcome<Shopper>> {
  const [me, book] = await Promise.all([send(api.user.me.$get()), send(api.user.addresses.$get())]);
  if (!me.ok) return me;
  const { name, email } = me.data.user;
  return { ok: true, data: { name, email, addresses: book.ok ? book.data.addresses : [] } };
}
