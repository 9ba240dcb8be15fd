/**
 * References in policies, answers and about pages: `{{returns.days}}` in a text is replaced by that value of
 * `content/store.yaml`, `{{delivery.zones}}` by what `content/delivery.yaml` says, `{{payment.holdMinutes}}` by a
 * constant of the code.
 */
import { resetMinutes, sessionDays } from '#domain/accounts/account.ts';
import type { DeliveryContent } from '#domain/delivery/delivery-content.ts';
import { deliveryFacts } from '#domain/delivery/facts.ts';
import { holdMinutes } from '#domain/orders/order.ts';
import { waysInFull } from '#domain/payments/ways-to-pay.ts';
import { type Period, periodsOf, retentionRules } from '#domain/retention/periods.ts';
import { askAfterDays } from '#domain/reviews/review-constants.ts';
import { type Switches, switchesOf } from '#domain/store/features.ts';
import type { Store } from '#domain/store/store.ts';
import { formatDay } from '#lib/dates.ts';
import type { Facts } from '#lib/fill-in.ts';
import { keysOf } from '#lib/keys.ts';
import { lowStock } from '#lib/low-stock.ts';
import { formatPrice } from '#lib/money.ts';
import { paths } from '#lib/paths.ts';
import { escapeHtml } from '#lib/text.ts';

/** The delivery fee in one sentence, with a text of its own for free delivery. */
const deliveryCost = ({ delivery: { fee, freeFrom } }: Store): string =>
  fee > 0
    ? `Delivery costs ${formatPrice(fee)} and is free for orders of ${formatPrice(freeFrom)} or more.`
    : `Delivery is free for every order at present. If that changes, orders of ${formatPrice(freeFrom)} or more will still be delivered free.`;

const either = new Intl.ListFormat('en-IN', { type: 'disjunction' });

/** Which orders on delivery are confirmed, and what happens then. */
function cashConfirmation({ cashOnDelivery: { confirmAbove, ...rules } }: Store): string {
  const which = [
    ...(confirmAbove ? [`is above ${formatPrice(confirmAbove)}`] : []),
    ...(rules.confirmFirstOrder ? ['is your first with us'] : []),
    ...(rules.confirmAfterUndelivered ? ['follows a parcel that came back to us'] : []),
  ];
  const orders = confirmAbove
    ? `an order on delivery that ${either.format(which)}`
    : 'every order on delivery';
  return `We ask you to confirm ${orders}, with a button on its page or by phone, before we pack it. We keep its products for two days and remind you after one; without an answer the order is cancelled, and you owe nothing.`;
}

/** `1 year`, `2 years`, `180 days`. */
function inDays(days: number): string {
  const years = days / 365;
  if (!Number.isInteger(years)) return days === 1 ? '1 day' : `${days} days`;
  return years === 1 ? '1 year' : `${years} years`;
}

const hours = (count: number): string => (count === 1 ? '1 hour' : `${count} hours`);
const businessDays = (count: number): string => (count === 1 ? '1 business day' : `${count} business days`);

/** How soon a complaint is acknowledged and settled: Consumer Protection (E-Commerce) Rules, 2020, rule 4(5). */
const grievanceFacts = { 'grievance.acknowledged': hours(48), 'grievance.settled': 'one month' } as const;

/** A period, and what it will be: `180 days (from 13 May 2027: 1 year)`. */
const periodText = (periods: readonly Period[]): string => {
  const [now, ...later] = periods.map(({ from, days }) =>
    from ? `from ${formatDay(+from)}: ${inDays(days)}` : inDays(days),
  );
  return later.length ? `${now} (${later.join('; ')})` : (now ?? '');
};

/** What the law asks for, now and later. */
const leastText = ({ atLeast }: Store['retention']): string =>
  atLeast.length
    ? `The Digital Personal Data Protection Rules 2025 ask us to keep personal data, and records of what is done with them, for a least time: ${atLeast
        .map(({ from, days }) => `from ${formatDay(+from)}, ${inDays(days)}`)
        .join('; ')}. What would go sooner stays until then, is used for nothing else, and is then erased.`
    : 'No law asks us to keep more than this list says.';

/** The retention periods: `retention.tickets` and so on, and the least one of the law. */
const retentionFacts = ({ retention }: Store, now: number): Facts => ({
  ...Object.fromEntries(
    keysOf(retentionRules).map((name) => [`retention.${name}`, periodText(periodsOf(name, retention, now))]),
  ),
  'retention.atLeast': leastText(retention),
});

/**
 * For parts of texts: `on.skin` and so on, `yes` or empty for what is off; and `payment.providers`, whose pages take payments
 * online: `Stripe or Razorpay`.
 */
export const switchFacts = (switches: Switches): Facts => ({
  ...Object.fromEntries(Object.entries(switches).map(([name, on]) => [`on.${name}`, on ? 'yes' : ''])),
  'payment.providers': either.format([
    ...(switches.stripe ? ['Stripe'] : []),
    ...(switches.razorpay ? ['Razorpay'] : []),
  ]),
});

/** The values as plain text; empty where the shop does not have the fact. @param now UTC ms: periods are those of this day, with those that will hold */
export const storeFacts = (store: Store, delivery: DeliveryContent, now = Date.now()): Facts => ({
  name: store.name,
  'legal.entity': store.legal.entity,
  'legal.address': store.legal.address?.join(', ') ?? '',
  'legal.gstin': store.legal.gstin ?? '',
  'legal.grievanceOfficer.name': store.legal.grievanceOfficer?.name ?? '',
  'legal.grievanceOfficer.email': store.legal.grievanceOfficer?.email ?? '',
  'legal.grievanceOfficer.phone': store.legal.grievanceOfficer?.phone ?? '',
  'care.phone': store.care.phone ?? '',
  'care.email': store.care.email ?? '',
  'care.hours': store.care.hours ?? '',
  'care.reply': hours(store.care.replyHours),
  ...careFacts(store, (_, words) => words),
  ...grievanceFacts,
  'delivery.cost': deliveryCost(store),
  'delivery.promise': store.delivery.promise,
  ...deliveryFacts(delivery, store),
  'cashOnDelivery.maxOrder': formatPrice(store.cashOnDelivery.maxOrder),
  'cashOnDelivery.confirmation': cashConfirmation(store),
  'limits.unpaid.orders': String(store.limits.unpaid.person.orders),
  'limits.unpaid.units': String(store.limits.unpaid.person.units),
  'limits.unpaid.stockPercent': `${store.limits.unpaid.person.stockPercent}%`,
  'limits.unpaid.ordersToAddress': String(
    store.limits.unpaid.address.persons * store.limits.unpaid.person.orders,
  ),
  'limits.unpaid.total': formatPrice(store.limits.unpaid.person.total),
  'payment.ways': waysInFull(switchesOf(store)),
  ...switchFacts(switchesOf(store)),
  'payment.holdMinutes': String(holdMinutes),
  'stock.low': String(lowStock),
  'welcome.percent': `${store.welcome.percent}%`,
  'welcome.minOrder': formatPrice(store.welcome.minOrder),
  'welcome.validDays': String(store.welcome.validDays),
  ...retentionFacts(store, now),
  'invoices.kept': `${store.invoices.keepMonths} months`,
  'session.days': inDays(sessionDays),
  'links.reset': `${resetMinutes} minutes`,
  'reviews.askedAfter': `${askAfterDays / 7} weeks`,
  'refunds.days': businessDays(store.refunds.businessDays),
  'refunds.bankDays': businessDays(store.refunds.bankDays),
  'returns.days': String(store.returns.days),
  'returns.postageMost': formatPrice(store.returns.postageMost),
  'returns.condition': store.returns.condition,
});

/** How a link is written: in plain texts it is its words. */
type LinkOf = (to: string, words: string) => string;

/** Parts of sentences that say how customer care is reached, whatever the shop has for it. */
function careFacts({ care: { email, phone, hours } }: Store, link: LinkOf): Facts {
  const call = phone ? ` or call ${link(dial(phone), phone)}` : '';
  return {
    'care.write': email
      ? `write to ${link(`mailto:${email}`, email)}`
      : `use the form on our ${link(`${paths.contact}#support`, 'contact page')}`,
    'care.orCall': call,
    'care.orCallInHours': call && hours ? `${call} (${hours})` : call,
  };
}

/** The `tel:` URL of a phone number: `tel:+918000000000`. */
export const dial = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

/** The values as HTML: email addresses and phone numbers are links. */
export const storeFactsHtml = (store: Store, delivery: DeliveryContent): Facts => ({
  ...Object.fromEntries(
    Object.entries(storeFacts(store, delivery)).map(([name, value]) => {
      const text = escapeHtml(value);
      if (!value) return [name, ''];
      if (name.endsWith('.email')) return [name, `<a href="mailto:${text}">${text}</a>`];
      if (name.endsWith('.phone')) return [name, `<a href="${dial(value)}">${text}</a>`];
      return [name, text];
    }),
  ),
  ...careFacts(store, (to, words) => `<a href="${escapeHtml(to)}">${escapeHtml(words)}</a>`),
});
