/**
 * The schema of `content/couriers.yaml`. Most couriers publish no format of their numbers: where it is not certain, the
 * pattern allows letters and digits of a plausible length.
 */
import * as z from 'zod';
import { line } from '#lib/content-fields.ts';

const compiles = (pattern: string): boolean => {
  try {
    return Boolean(new RegExp(pattern));
  } catch {
    return false;
  }
};

/** Orders are compared with these letters and digits alone (couriers.ts). */
const name = line(40).refine((name) => /[a-z0-9]/i.test(name), 'must have Latin letters or digits');

const courier = z.strictObject({
  name,
  /** Other names by which it is known in orders. */
  otherNames: z.array(name).min(1).optional(),
  /** The page about a parcel; `{number}` stands for its number. */
  trackingUrl: z
    .url({ protocol: /^https$/, error: 'must be an address that begins with https://' })
    .refine((url) => url.split('{number}').length === 2, 'must have {number} once'),
  /** A regular expression for the whole number, in either case. */
  pattern: line(100).refine(compiles, 'must be a regular expression'),
  /** The pattern in words. The end of the sentence: Numbers of Delhivery have … */
  numbers: line(80),
});

export const couriersContent = z.strictObject({
  /** Whether nobody has checked addresses and patterns with the couriers yet; deploying warns. */
  sample: z.boolean().default(false),
  couriers: z
    .array(courier)
    .min(1)
    .refine(
      (couriers) => new Set(couriers.map(({ name }) => name)).size === couriers.length,
      'two couriers have the same name',
    ),
});
