/** Fields of several routes. */
import { cleanLine } from 'shop-import/clean-line';
import { isShortened } from 'shop-import/values';
import * as z from 'zod';
import { maxNumber } from '#domain/shipping/shipping-constants.ts';
import { cleanNumber } from '#domain/shipping/tracking-numbers.ts';
import { maxTyped } from '#lib/clean-fields.ts';
import { oneLine, someLines } from '#lib/text.ts';
import { stateMessage } from '../lib/delivery.ts';

export const orderId = z.uuid('The order id is not valid.');

/** The id in a path. */
export const byId = z.object({
  id: z.string().meta({ description: 'The id, from the answer that lists it.' }),
});

/** Number of rows of an order's history that the client has read (functions/orders/history.ts). */
export const seenRows = z.int('The number of history rows is not valid.').min(0).max(10_000);

const amountMessage = 'Please enter an amount above 0, such as 499 or 499.50.';

/** An amount of the desk, paise. */
export const amountAboveZero = z.int(amountMessage).min(1, amountMessage);

/** One line of text without control characters. @param label for messages, such as `tracking number` */
export const requiredLine = (label: string, max: number) =>
  z
    .string(`Please enter the ${label}.`)
    .trim()
    .min(1, `Please enter the ${label}.`)
    .max(max)
    .regex(oneLine, `The ${label} contains a control character.`);

/** A note on an order. */
export const noteText = z
  .string('Please write the note.')
  .trim()
  .min(1, 'Please write the note.')
  .max(1000, 'A note can have at most 1,000 characters.')
  .regex(someLines, 'contains a control character');

/** One line that identifies something, cleaned. @param label for messages */
const cleanedLine = (label: string, max: number, clean: (typed: string) => string) =>
  z
    .string(`Please enter the ${label}.`)
    .max(maxTyped, `The ${label} can have at most ${max} characters.`)
    .transform(clean)
    .pipe(
      z
        .string()
        .min(1, `Please enter the ${label}.`)
        .max(max, `The ${label} can have at most ${max} characters.`)
        .regex(oneLine, `The ${label} contains a control character.`),
    );

/** A tracking number, as couriers print it. */
export const trackingNumber = cleanedLine('tracking number', maxNumber, cleanNumber).refine(
  (number) => !isShortened(number),
  'A spreadsheet has shortened this number. Please enter all its digits.',
);

/** The name of a courier. */
export const courierName = cleanedLine('courier', 60, (typed) => cleanLine(typed));

/** What a bank calls a transfer, such as the UTR of UPI. */
export const transferReference = cleanedLine('reference of the transfer', 40, (typed) => cleanLine(typed));

/** An address whose state fits its pincode. @param form has the fields `zipcode` and `state` */
export const fittingState = <Form extends z.ZodType<{ zipcode: string; state: string }>>(form: Form) =>
  form.superRefine(({ zipcode, state }, context) => {
    const message = stateMessage(zipcode, state);
    if (message) context.addIssue({ code: 'custom', path: ['state'], message });
  });
