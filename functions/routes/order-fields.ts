/** Fields of quotes and orders. */
import * as z from 'zod';
import { addressForm, named } from '#domain/addresses/address.ts';
import { itemId } from '#domain/catalogue/product-id.ts';
import { payoutForm } from '#domain/returns/payout.ts';
import { businessForm, businessProblems } from '#domain/tax/business.ts';
import { toPaise } from '#lib/money.ts';
import { fittingState } from '../http/fields.ts';
import { areaOf } from '../lib/delivery.ts';
import { store } from '../lib/store.ts';

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
export const items = distinct(z.object({ _id: itemId, quantity: quantity(1) }).meta({ title: 'CartLine' }));

/** The items of an order at the desk. */
export const deskItems = distinct(
  z
    .object({ id: itemId, quantity: quantity(1) })
    .meta({ title: 'RequestedLine' })
    .transform(({ id: _id, quantity }) => ({ _id, quantity })),
);

/** Rupees, as paise. */
export const amount = z.number('Please send the total of the order.').transform((rupees, context) => {
  const paise = toPaise(rupees);
  if (paise === undefined || paise < 0)
    context.addIssue({ code: 'custom', message: 'The total must be an amount in rupees.' });
  return paise ?? 0;
});

/** Where money goes that no online payment takes back. */
export const payout = payoutForm.meta({ title: 'Payout' });

/** The GSTIN of a buyer. The shop does not buy from itself. */
export const buyerGstin = businessForm.shape.gstin.refine((typed) => typed !== store.legal.gstin, {
  message: 'This is the GSTIN of our shop. Please enter the one of your business',
});

/** The business that an order is for, whose registered address fits its GSTIN. */
export const business = businessForm
  .extend({ gstin: buyerGstin })
  .superRefine((typed, context) => {
    for (const [field, message] of Object.entries(businessProblems(typed, areaOf(typed.registeredZipcode))))
      context.addIssue({ code: 'custom', path: [field], message });
  })
  .meta({ title: 'BusinessForm' });

/** Name, address and phone of an order, corrected. */
export const correctedAddress = fittingState(
  named(addressForm.omit({ email: true, saveInfo: true })),
).transform(({ mononym: _, ...address }) => address);
