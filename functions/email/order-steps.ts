/** What comes next, for each letter about an order: when it arrives, where it is, how money comes back. */
import { findCourier, trackingUrl } from '#features/orders/couriers.ts';
import type { ApiOrder } from '#features/orders/order.ts';
import { estimatedDelivery, formatPromise } from '#lib/dates.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { paths } from '#lib/paths.ts';
import { clean } from './clean.ts';
import { type Block, button, careEmail, carePhone, key, type Shop, small, words } from './draft.ts';
import { inPaise } from './order-summary.ts';

/** Business days that money takes, as content/policies/refund.md promises it. */
export const refundDays = 7;

/** `Tue, 24 Nov` */
export const arrives = (order: ApiOrder, { store }: Shop): string =>
  formatPromise(estimatedDelivery(Date.parse(order.date), store.delivery.estimateDays));

/** What is still to be paid, and how; nothing when it is paid. */
export function toPay({ payment, paymentMethod, amount }: ApiOrder): Block[] {
  if (payment) return [];
  const due = formatPrice(inPaise(amount));
  return paymentMethod === 'cod'
    ? [
        words(
          'Please have ',
          { strong: due },
          ' ready when the parcel comes, since couriers often carry little change.',
        ),
      ]
    : [words('Your payment of ', { strong: due }, ' has not reached us yet. You can pay from My Orders.')];
}

/** Who carries it, under which number, and where one can watch it. */
export function tracking({ trackingId, courierPartner }: ApiOrder): Block[] {
  if (!trackingId) return [];
  const url = trackingUrl(courierPartner, trackingId);
  const courier = findCourier(courierPartner)?.name ?? clean(courierPartner ?? '', 60);
  return [
    key(courier ? `Tracking number, ${courier}` : 'Tracking number', clean(trackingId, 60)),
    ...(url ? [button('Track your parcel', url)] : []),
  ];
}

/** The invitation to review, one link for each product, and what to do if something is wrong. */
export function reviewing({ items }: ApiOrder, shop: Shop): Block[] {
  const { returns } = shop.store;
  return [
    words('Once you have used it for a while, please tell others how it is, the good and the less good:'),
    {
      is: 'list',
      items: items.map(({ _id, name }) => [
        { link: `Review ${clean(name, 200)}`, to: `${shop.url}${paths.product(_id)}#reviews` },
      ]),
    },
    words(
      'Did something come broken, leaking or wrong? Write to ',
      careEmail(shop),
      ' or call ',
      carePhone(shop),
      `, with a photo if you can. And if a product does not suit you, you may return it within ${returns.days} days of delivery (${returns.condition}): `,
      { link: 'how to return', to: `${shop.url}${paths.policy('refund')}` },
      '.',
    ),
  ];
}

/** Money goes back the way it came; cash, by transfer. */
const wayBack = ({ paymentMethod }: ApiOrder): string =>
  paymentMethod === 'cod'
    ? 'by UPI or bank transfer, to an account in your own name'
    : 'to the card, UPI or bank account that you paid with';

const noSecrets = small('We never ask for a PIN, a password or an OTP, and nobody in our name may.');

/** Money that goes back, before it is sent. @param refund whether money that was paid goes back */
export function refundStep(order: ApiOrder, refund: boolean, shop: Shop): Block[] {
  const { payment, paymentMethod, amount } = order;
  const cash = paymentMethod === 'cod';
  if (refund)
    return [
      words(
        `What you paid goes back ${wayBack(order)}, within ${refundDays} business days. We write to you when it is sent.`,
      ),
      ...(cash
        ? [words('If you have not told us yet which account, please write to ', careEmail(shop), '.')]
        : []),
      noSecrets,
    ];
  if (payment)
    return [
      words(
        'No money goes back for it. If you think that this is a mistake, write to ',
        careEmail(shop),
        '.',
      ),
    ];
  if (cash) return [words('You had not paid for it, so there is nothing to pay back.')];
  const sum = formatPrice(inPaise(amount));
  return [
    words(`We have taken no payment for it. Should your ${sum} still reach us, all of it goes back to you.`),
  ];
}

/** Money that was sent. */
export function refundSent(order: ApiOrder, amount: Paise, shop: Shop): Block[] {
  return [
    words('We have sent your refund for order ', { strong: order.reference }, ` ${wayBack(order)}.`),
    key('Refund', formatPrice(amount)),
    words(
      `Most banks show it within ${refundDays} business days. If it is not there by then, write to `,
      careEmail(shop),
      ' or call ',
      carePhone(shop),
      ' with the order number, and we look into it.',
    ),
    noSecrets,
  ];
}
