/** Emails to operators about their daily work. */
import { paths } from '#lib/paths.ts';
import { button, type Draft, type EmailContext, paragraph } from './draft.ts';
import type { DataOf } from './render.ts';
import { sanitize } from './sanitize.ts';

/** The pieces that are left: `3 pieces left`, `sold out`. */
const left = (stock: number): string =>
  stock === 0 ? 'sold out' : `${stock} ${stock === 1 ? 'piece' : 'pieces'} left`;

/** Products that have reached their threshold. */
export const lowStock = ({ products }: DataOf<'low_stock'>, context: EmailContext): Draft => {
  const [first] = products;
  const others = products.length - 1;
  return {
    subject: `Running out: ${sanitize(first?.name ?? '', 80)}${others ? ` and ${others} more` : ''}`,
    preheader: first ? left(first.stock) : '',
    heading: 'Running out',
    blocks: [
      paragraph('These products have reached the number of pieces at which you want to know:'),
      {
        type: 'list',
        items: products.map(({ name, stock }) => `${sanitize(name, 120)}: ${left(stock)}`),
      },
      button('Open the stock', `${context.url}${paths.desk}#stock?show=low`),
      paragraph('There is no other email about them until they are refilled.'),
    ],
    reason: `you run ${context.store.name}`,
  };
};
