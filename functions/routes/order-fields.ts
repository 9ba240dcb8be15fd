/** Fields of quotes and orders. */
import * as z from 'zod';
import { itemId } from '#domain/catalogue/product-id.ts';
import { toPaise } from '#lib/money.ts';

export const quantity = (least: number) =>
  z
    .int('Quantity must be a whole number.')
    .min(least, `Quantity must be at least ${least}.`)
    .max(100, 'Quantity can be at most 100.');

/** Lines of an order, each product once. */
export const distinct = <Line extends z.ZodType<{ _id: string }>>(line: Line) =>
  z
    .array(line, { error: 'Please send the items of the order.' })
    .min(1, 'Your cart is empty.')
    .max(100, 'An order can have at most 100 lines.')
    .refine(
      (lines) => new Set(lines.map(({ _id }) => _id)).size === lines.length,
      'A product is listed twice.',
    );

/** A client may send whole products. Only two fields are read (docs/behaviour.md, "Checks of an order"). */
export const items = distinct(z.object({ _id: itemId, quantity: quantity(1) }));

/** Rupees, as paise. */
export const amount = z.number('Please send the total of the order.').transform((rupees, context) => {
  const paise = toPaise(rupees);
  if (paise === undefined || paise < 0)
    context.addIssue({ code: 'custom', message: 'The total must be an amount in rupees.' });
  return paise ?? 0;
});
