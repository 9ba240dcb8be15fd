/** How the shop delivers: the schema of `content/delivery.yaml`. */

import { states } from 'gst/states';
import * as z from 'zod';
import { rupees } from '#domain/store/rupees.ts';
import { text } from '#lib/content-fields.ts';
import { type PincodeRange, weekdays } from './promise.ts';

/** `560001` or `560001-560110`. */
const pincodes = z
  .string("must be in quotes, such as '560001'")
  .regex(/^[1-9]\d{5}(-[1-9]\d{5})?$/, 'must be a pincode, or two with a hyphen between them')
  .transform((written, context): PincodeRange => {
    const [first = 0, last = first] = written.split('-').map(Number);
    if (last < first) context.addIssue({ code: 'custom', message: `${written} ends before it begins` });
    return [first, last];
  });

const state = z.enum(states, { error: ({ input }) => `there is no state "${input}"` });

/** A zone matches a pincode that has one of its states, districts or pincodes. */
const zone = z.strictObject({
  name: text(120).meta({
    title: 'Name',
    description: 'The shipping policy lists the zones by name.',
    widget: 'line',
  }),
  states: z.array(state).min(1).optional().meta({ title: 'States' }),
  /** `Bengaluru Urban, Karnataka`, as the directory of pincodes writes it. */
  districts: z
    .array(text(80).meta({ refersTo: 'district' }))
    .min(1)
    .optional()
    .meta({
      title: 'Districts',
      item: 'district',
      description: 'With the state, such as Bengaluru Urban, Karnataka.',
    }),
  pincodes: z
    .array(pincodes)
    .min(1)
    .optional()
    .meta({
      title: 'Pincodes',
      item: 'pincode or range',
      description: 'A pincode, or the first and the last with a hyphen, such as 560001-560110.',
    }),
  /** Working days from handing over to arrival. */
  days: z
    .strictObject({
      fewest: z.int().min(1).max(30).meta({ title: 'Fewest' }),
      most: z.int().min(1).max(60).meta({ title: 'Most' }),
    })
    .refine(({ fewest, most }) => fewest <= most, 'the fewest days are more than the most')
    .meta({
      title: 'Working days until it arrives',
      description: 'Counted from the day after the parcel is handed over.',
    }),
  /** Instead of the shop's (content/store.yaml). */
  fee: rupees.optional().meta({ title: 'Fee', description: 'In rupees. Replaces the shop’s own amount.' }),
  freeFrom: rupees
    .optional()
    .meta({ title: 'Free from', description: 'In rupees. Replaces the shop’s own amount.' }),
  noCashOnDelivery: z.boolean().default(false).meta({ title: 'No cash on delivery' }),
});

type Zone = z.output<typeof zone>;
const isEverywhere = ({ states, districts, pincodes }: Zone): boolean => !(states || districts || pincodes);

export const deliveryContent = z.strictObject({
  /** Whether nobody has checked it yet; deploying warns. */
  sample: z
    .boolean()
    .default(false)
    .meta({
      title: 'Sample',
      description:
        'Keep it on until you have checked days, holidays and zones. A deployment shows a warning.',
    }),
  /** Orders until this time of a working day are handed to the courier on that day. */
  cutOff: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 14:00')
    .meta({
      title: 'Cut-off time',
      description:
        'Indian time, such as 14:00. Orders placed before this time are handed to the courier on the same working day.',
    }),
  workingDays: z
    .array(z.enum(weekdays))
    .min(1)
    .meta({ title: 'Working days', description: 'Days on which parcels are handed over and delivered.' }),
  /** Days without handing over and without delivery. */
  holidays: z
    .array(
      z.strictObject({
        date: z.date('must be a date such as 2026-12-25').meta({ title: 'Date' }),
        name: text(60).meta({ title: 'Name' }),
      }),
    )
    .meta({
      title: 'Holidays',
      item: 'holiday',
      description:
        'Days on which no parcel is handed over or delivered. Enter next year’s holidays before the year begins.',
      options: { summary: '{{fields.date}}: {{fields.name}}' },
    }),
  /** The first that matches counts. */
  zones: z
    .array(zone)
    .refine(
      (zones) => zones.findIndex(isEverywhere) === zones.length - 1,
      'the last zone, and no other, must be without states, districts and pincodes: it is everywhere else',
    )
    .meta({
      title: 'Zones',
      item: 'zone',
      description:
        'The first zone that matches is used. The last zone is for everywhere else, and has no states, districts or pincodes.',
      options: { summary: '{{fields.name}}: {{fields.days.fewest}} to {{fields.days.most}} working days' },
    }),
  notServed: z
    .array(
      z.strictObject({
        pincodes: z
          .array(pincodes)
          .min(1)
          .meta({
            title: 'Pincodes',
            item: 'pincode or range',
            description: 'A pincode, or the first and the last with a hyphen, such as 560001-560110.',
          }),
        /** Part of a sentence. */
        reason: text(120).meta({
          title: 'Reason',
          description: 'This ends the sentence “We do not deliver to 744301: …”',
        }),
      }),
    )
    .default([])
    .meta({
      title: 'Not served',
      item: 'area',
      description: 'Where no order can be delivered.',
      options: { summary: '{{fields.reason}}' },
    }),
  noCashOnDelivery: z
    .array(pincodes)
    .default([])
    .meta({
      title: 'No cash on delivery',
      item: 'pincode or range',
      description: 'A pincode, or the first and the last with a hyphen, such as 560001-560110.',
    }),
});

export type DeliveryContent = z.output<typeof deliveryContent>;
