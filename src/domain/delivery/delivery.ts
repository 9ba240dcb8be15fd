/** How the shop delivers: the schema of `content/delivery.yaml`, and the rules that it stands for. */
import * as z from 'zod';
import { states } from '#domain/addresses/states.ts';
import { rupees, type Store } from '#domain/store/store.ts';
import { text } from '#lib/content-fields.ts';
import type { DeliveryRules, PincodeRange } from './promise.ts';

export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

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
  name: text(120),
  states: z.array(state).min(1).optional(),
  /** `Bengaluru Urban, Karnataka`, as the directory of pincodes writes it. */
  districts: z.array(text(80)).min(1).optional(),
  pincodes: z.array(pincodes).min(1).optional(),
  /** Working days from handing over to arrival. */
  days: z
    .strictObject({ fewest: z.int().min(1).max(30), most: z.int().min(1).max(60) })
    .refine(({ fewest, most }) => fewest <= most, 'the fewest days are more than the most'),
  /** Instead of the shop's (content/store.yaml). */
  fee: rupees.optional(),
  freeFrom: rupees.optional(),
  noCashOnDelivery: z.boolean().default(false),
});

type Zone = z.output<typeof zone>;
const isEverywhere = ({ states, districts, pincodes }: Zone): boolean => !(states || districts || pincodes);

export const deliveryContent = z.strictObject({
  /** Whether nobody has checked it yet; deploying warns. */
  sample: z.boolean().default(false),
  /** Orders until this time of a working day are handed to the courier on that day. */
  cutOff: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 14:00'),
  workingDays: z.array(z.enum(weekdays)).min(1),
  /** Days without handing over and without delivery. */
  holidays: z.array(z.strictObject({ date: z.date('must be a date such as 2026-12-25'), name: text(60) })),
  /** The first that matches counts. */
  zones: z
    .array(zone)
    .refine(
      (zones) => zones.findIndex(isEverywhere) === zones.length - 1,
      'the last zone, and no other, must be without states, districts and pincodes: it is everywhere else',
    ),
  notServed: z
    .array(
      z.strictObject({
        pincodes: z.array(pincodes).min(1),
        /** Part of a sentence. */
        reason: text(120),
      }),
    )
    .default([]),
  noCashOnDelivery: z.array(pincodes).default([]),
});

export type DeliveryContent = z.output<typeof deliveryContent>;

const minute = 60 * 1000;

/** The rules of the content, with the shop's fees where a zone has none of its own. */
export function deliveryRules(
  content: DeliveryContent,
  { delivery }: Pick<Store, 'delivery'>,
): DeliveryRules {
  const [hours = 0, minutes = 0] = content.cutOff.split(':').map(Number);
  return {
    cutOff: (hours * 60 + minutes) * minute,
    workingDays: content.workingDays.map((name) => weekdays.indexOf(name)),
    holidays: content.holidays.map(({ date }) => date.toISOString().slice(0, 10)),
    zones: content.zones.map(({ states, districts, pincodes, days, noCashOnDelivery, ...zone }) => ({
      states,
      districts,
      pincodes,
      days: [days.fewest, days.most],
      fee: zone.fee ?? delivery.fee,
      freeFrom: zone.freeFrom ?? delivery.freeFrom,
      cod: !noCashOnDelivery,
    })),
    notServed: content.notServed,
    noCashOnDelivery: content.noCashOnDelivery,
  };
}
