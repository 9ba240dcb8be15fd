/** Emails to operators about their daily work. */
import { longTransitDays } from '#domain/desk/figures.ts';
import { paymentRules } from '#domain/payments/payment-methods.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import { deskPath } from '#lib/paths.ts';
import { button, type Draft, type EmailContext, paragraph, small } from './draft.ts';
import type { DataOf } from './email-data.ts';
import { sanitize } from './sanitize.ts';

/** The pieces that are left: `3 pieces left`, `sold out`. */
const left = (stock: number): string =>
  stock === 0 ? 'sold out' : `${stock} ${stock === 1 ? 'piece' : 'pieces'} left`;

/** Where an operator chooses these emails. */
const whereToChoose = ({ url }: EmailContext) =>
  small(`You can choose other emails, or none, at ${url}${deskPath}#people.`);

/** Products that have reached their threshold. */
export const draftLowStock = ({ products }: DataOf<'low_stock'>, context: EmailContext): Draft => {
  const [first] = products;
  const others = products.length - 1;
  return {
    subject: `Running out: ${sanitize(first?.name ?? '', 80)}${others ? ` and ${others} more` : ''}`,
    preheader: products.map(({ name, stock }) => `${sanitize(name, 80)}: ${left(stock)}`).join(', '),
    heading: 'Running out',
    blocks: [
      paragraph('These products are running out:'),
      { type: 'list', items: products.map(({ name, stock }) => `${sanitize(name, 120)}: ${left(stock)}`) },
      button('Open the stock', `${context.url}${deskPath}#stock?show=low`),
      paragraph('You will get no other email about them until they are restocked.'),
    ],
    reason: `you run ${context.store.name}`,
  };
};

/** A new order, for operators who want an email for each. */
export const draftNewOrder = ({ order }: DataOf<'new_order'>, context: EmailContext): Draft => {
  const { _id, reference, items, amount, paymentMethod, shippingAddress } = order;
  const total = formatPrice(toPaise(amount) ?? 0);
  return {
    subject: `New order ${reference}: ${total}`,
    preheader: items.map(({ name, quantity }) => `${quantity} × ${sanitize(name, 80)}`).join(', '),
    heading: `New order ${reference}`,
    blocks: [
      { type: 'list', items: items.map(({ name, quantity }) => `${quantity} × ${sanitize(name, 120)}`) },
      paragraph(
        { strong: total },
        `, ${paymentRules[paymentMethod].name}, to ${sanitize(shippingAddress.city, 60)}, ${sanitize(shippingAddress.state, 60)}.`,
      ),
      button('Open the order', `${context.url}${deskPath}#orders/${_id}`),
      whereToChoose(context),
    ],
    reason: `you chose an email for each order of ${context.store.name}`,
  };
};

/** What waits in the morning. */
export const draftMorningSummary = (data: DataOf<'morning_summary'>, context: EmailContext): Draft => {
  const { orders, amount, toPack, oldest, cash, late, openTickets, lowStock } = data;
  const { messages, returns, refunds } = data.overdue ?? { messages: 0, returns: 0, refunds: 0 };
  const sold = `${orders === 1 ? '1 order' : `${orders} orders`} of ${formatPrice(amount)}`;
  return {
    subject: `This morning: ${toPack} to pack`,
    preheader: `${openTickets} open tickets, ${late} late parcels, ${lowStock.length} running out`,
    heading: 'Good morning',
    blocks: [
      paragraph(`Yesterday: ${sold}.`),
      {
        type: 'list',
        items: [
          `To pack: ${toPack}${oldest ? `, the oldest is ${oldest}` : ''}`,
          `Cash to collect: ${formatPrice(cash)}`,
          `More than ${longTransitDays} days on the way: ${late}`,
          `Open tickets: ${openTickets}`,
          ...(messages + returns + refunds
            ? [`Later than promised: ${messages} messages, ${returns} returns to answer, ${refunds} refunds`]
            : []),
          `Running out: ${lowStock.length ? lowStock.map((name) => sanitize(name, 80)).join(', ') : 'nothing'}`,
        ],
      },
      button('Open the desk', `${context.url}${deskPath}`),
      whereToChoose(context),
    ],
    reason: `you chose a summary of ${context.store.name} every morning`,
  };
};
