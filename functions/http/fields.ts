/** Fields that several routes take. */
import { z } from 'zod';
import { oneLine } from '#lib/text.ts';

/** How many rows of an order's history a writer had seen (functions/orders/history.ts). */
export const seenRows = z.int('is not a number of rows').min(0).max(10_000);

/** One line of text without control characters. @param label as a sentence calls it: `tracking number` */
export const line = (label: string, max: number) =>
  z
    .string(`Please enter the ${label}.`)
    .trim()
    .min(1, `Please enter the ${label}.`)
    .max(max)
    .regex(oneLine, 'contains a control character');
