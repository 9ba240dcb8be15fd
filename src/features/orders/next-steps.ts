import { openConfirmation } from '#domain/orders/open-confirmation.ts';
import { type ApiOrder, unshipped } from '#domain/orders/order.ts';
import { fullName } from '#lib/full-name.ts';
import { formatPrice, toPaise } from '#lib/money.ts';

/** What a shopper wants to know after ordering: what goes where, the email, how it is paid, what comes next. */
export function nextSteps(order: ApiOrder): string[] {
  const { items, shippingAddress: to, status, payment, amount } = order;
  const things = items.map(({ name, quantity }) => `${name} × ${quantity}`).join(', ');
  const price = formatPrice(toPaise(amount) ?? 0);
  const ship = `${things} to ${fullName(to)}, ${to.address}, ${to.city} ${to.zipcode}.`;
  const mailed = (what: string) =>
    `${what} is on its way to ${to.email}. If it does not come, look into the spam folder.`;
  if (order.transfer) return [ship, mailed('An email with our account')];
  if (openConfirmation(order))
    return [
      ship,
      mailed('An email with a link to confirm it'),
      'Until we pack it you can change the address or cancel.',
    ];
  return [
    ship,
    mailed('A confirmation'),
    payment ? `${price} is paid.` : `Please keep ${price} in cash ready for the courier.`,
    ...(unshipped.includes(status)
      ? [
          'We pack your order next, and email you the tracking number when it leaves. Until then you can change the address or cancel.',
        ]
      : []),
  ];
}
