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
  name: name.meta({ title: 'Name' }),
  /** Other names by which it is known in orders. */
  otherNames: z
    .array(name)
    .min(1)
    .optional()
    .meta({ title: 'Other names', item: 'name', description: 'Other names of this courier in orders.' }),
  /** The page about a parcel; `{number}` stands for its number. */
  trackingUrl: z
    .url({ protocol: /^https$/, error: 'must be an address that begins with https://' })
    .refine((url) => url.split('{number}').length === 2, 'must have {number} once')
    .meta({
      title: 'Tracking page',
      description: 'The address, with {number} in place of the tracking number.',
    }),
  /** A regular expression for the whole number, in either case. */
  pattern: line(100)
    .refine(compiles, 'must be a regular expression')
    .meta({
      title: 'Pattern of the numbers',
      description:
        'A regular expression, such as \\d{9,18}. If you are not sure, allow more: [A-Z\\d]{8,20}. The desk refuses other numbers when many parcels are shipped.',
    }),
  /** The pattern in words. The end of the sentence: Numbers of Delhivery have … */
  numbers: line(80).meta({
    title: 'The pattern in words',
    description: 'This ends the sentence “Numbers of Delhivery have …”',
  }),
});

export const couriersContent = z.strictObject({
  /** Whether nobody has checked addresses and patterns with the couriers yet; deploying warns. */
  sample: z
    .boolean()
    .default(false)
    .meta({
      title: 'Sample',
      description: 'Keep it on until you have checked addresses and numbers. A deployment shows a warning.',
    }),
  couriers: z
    .array(courier)
    .min(1)
    .refine(
      (couriers) => new Set(couriers.map(({ name }) => name)).size === couriers.length,
      'two couriers have the same name',
    )
    .meta({
      title: 'Couriers',
      item: 'courier',
      description:
        'In the order in which the desk lists them. Past orders keep the name of their courier, and its tracking link while the courier is listed here.',
      options: { summary: '{{fields.name}}' },
    }),
});
