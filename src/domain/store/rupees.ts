/** A field of content that holds an amount. */
import * as z from 'zod';
import { type Paise, toPaise } from '#lib/money.ts';

/** An amount in rupees, converted to paise. */
export const rupees = z
  .number()
  .nonnegative()
  .transform((value, context): Paise => {
    const paise = toPaise(value);
    if (paise === undefined) context.addIssue({ code: 'custom', message: 'has more than two decimals' });
    return paise ?? 0;
  })
  .meta({ widget: 'rupees' });
