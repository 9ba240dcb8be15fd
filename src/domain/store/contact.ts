/** How shoppers reach the shop, where its owner has not given every address yet. */
import type { Store } from './store.ts';

type Reached = Pick<Store, 'care' | 'url'>;

/** The mailbox that emails come from and go to. Without one of its own, the shop has one at its host, which no page names. */
export const mailboxOf = ({ care, url }: Reached): string => care.email ?? `care@${new URL(url).hostname}`;

/** The end of a message for which a person is needed. */
export const callUs = ({ care: { phone } }: Pick<Store, 'care'>): string =>
  phone ? `Please call us: ${phone}.` : 'Please write to us, with the form on the contact page.';

/** All ways to reach customer care, as one line: `care@shop.example or +91 80 0000 0000, Mon-Sat`. Empty without any. */
export function careLine({ email, phone, hours }: Store['care']): string {
  const ways = [email, phone].filter(Boolean).join(' or ');
  return [ways, phone && hours].filter(Boolean).join(', ');
}
