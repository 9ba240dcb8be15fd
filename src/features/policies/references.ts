/**
 * Lets policies, answers and the about page repeat what the shop says once: `{{returns.days}}` in their
 * text stands for that value of `content/store.yaml`, `{{payment.holdMinutes}}` for the rule of orders.
 */
import { sessionDays } from '#features/accounts/account.ts';
import { holdMinutes } from '#features/orders/order.ts';
import type { Store } from '#features/store/store.ts';
import { formatPrice } from '#lib/money.ts';

/** Names that content may use, and what a reader sees in their place. */
type Facts = Readonly<Record<string, string>>;

/** Delivery in one sentence. A fee of nothing would read oddly as an amount, so it gets words of its own. */
const deliveryCost = ({ delivery: { fee, freeFrom } }: Store): string =>
  fee > 0
    ? `Delivery costs ${formatPrice(fee)} and is free for orders of ${formatPrice(freeFrom)} or more.`
    : `We charge nothing for delivery at present. Should that change, orders of ${formatPrice(freeFrom)} or more will still be delivered free.`;

/** `1 year`, `2 years`, `180 days`. */
function inDays(days: number): string {
  const years = days / 365;
  if (!Number.isInteger(years)) return `${days} days`;
  return years === 1 ? '1 year' : `${years} years`;
}

/** How long things are kept: `retention.tickets` and all others of the settings. */
const retentionFacts = ({ retention }: Store): Facts =>
  Object.fromEntries(Object.entries(retention).map(([name, days]) => [`retention.${name}`, inDays(days)]));

/** The facts as plain text. Amounts are shown as everywhere in the shop. */
export const storeFacts = (store: Store): Facts => ({
  name: store.name,
  'legal.entity': store.legal.entity,
  'legal.address': store.legal.address.join(', '),
  'legal.gstin': store.legal.gstin,
  'legal.grievanceOfficer.name': store.legal.grievanceOfficer.name,
  'legal.grievanceOfficer.email': store.legal.grievanceOfficer.email,
  'legal.grievanceOfficer.phone': store.legal.grievanceOfficer.phone,
  'care.phone': store.care.phone,
  'care.email': store.care.email,
  'care.hours': store.care.hours,
  'delivery.cost': deliveryCost(store),
  'delivery.promise': store.delivery.promise,
  'cashOnDelivery.maxOrder': formatPrice(store.cashOnDelivery.maxOrder),
  'cashOnDelivery.maxOpenOrders': String(store.cashOnDelivery.maxOpenOrders),
  'limits.unpaid.units': String(store.limits.unpaid.units),
  'limits.unpaid.stockPercent': `${store.limits.unpaid.stockPercent}%`,
  'limits.unpaid.total': formatPrice(store.limits.unpaid.total),
  'payment.holdMinutes': String(holdMinutes),
  'welcome.percent': `${store.welcome.percent}%`,
  'welcome.minOrder': formatPrice(store.welcome.minOrder),
  'welcome.validDays': String(store.welcome.validDays),
  ...retentionFacts(store),
  'session.days': inDays(sessionDays),
  'returns.days': String(store.returns.days),
  'returns.condition': store.returns.condition,
});

/** The address that dials a phone number: `tel:+918000000000`. */
export const dial = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** The facts as HTML: e-mail addresses and phone numbers can be tapped. */
export const storeFactsHtml = (store: Store): Facts =>
  Object.fromEntries(
    Object.entries(storeFacts(store)).map(([name, value]) => {
      const text = escapeHtml(value);
      if (name.endsWith('.email')) return [name, `<a href="mailto:${text}">${text}</a>`];
      if (name.endsWith('.phone')) return [name, `<a href="${dial(value)}">${text}</a>`];
      return [name, text];
    }),
  );

/**
 * Puts the facts in the place of their names.
 * @param file where the text stands, for the message
 * @throws Error naming the file and the name that is no fact
 */
export const fillIn = (text: string, facts: Facts, file: string): string =>
  text.replace(/\{\{(.*?)\}\}/gs, (reference, written: string) => {
    const value = facts[written.trim()];
    if (value === undefined)
      throw new Error(`${file}: ${reference}: no such fact; use one of ${Object.keys(facts).join(', ')}`);
    return value;
  });
