/** Labels of `content/delivery.yaml`. */
import type { z } from 'zod';
import type { deliveryContent } from '#domain/delivery/delivery.ts';
import type { Labels } from '../label-types.ts';
import { line, rupees } from '../widgets.ts';

const pincodes = {
  label: 'Pincodes',
  one: 'pincode or range',
  hint: 'A pincode, or the first and the last with a hyphen, such as 560001-560110.',
} as const;

export const deliveryLabels: Labels<z.input<typeof deliveryContent>> = {
  sample: {
    label: 'Sample',
    hint: 'Keep it on until you have checked days, holidays and zones. A deployment shows a warning.',
  },
  cutOff: {
    label: 'Cut-off time',
    hint: 'Indian time, such as 14:00. Orders placed before this time are handed to the courier on the same working day.',
  },
  workingDays: { label: 'Working days', hint: 'Days on which parcels are handed over and delivered.' },
  holidays: {
    label: 'Holidays',
    one: 'holiday',
    hint: 'Days on which no parcel is handed over or delivered. Enter next year’s holidays before the year begins.',
    as: { summary: '{{fields.date}}: {{fields.name}}' },
    fields: { date: 'Date', name: 'Name' },
  },
  zones: {
    label: 'Zones',
    one: 'zone',
    hint: 'The first zone that matches is used. The last zone is for everywhere else, and has no states, districts or pincodes.',
    as: { summary: '{{fields.name}}: {{fields.days.fewest}} to {{fields.days.most}} working days' },
    fields: {
      name: { label: 'Name', hint: 'The shipping policy lists the zones by name.', as: line },
      states: 'States',
      districts: {
        label: 'Districts',
        one: 'district',
        each: line,
        hint: 'With the state, such as Bengaluru Urban, Karnataka.',
      },
      pincodes,
      days: {
        label: 'Working days until it arrives',
        hint: 'Counted from the day after the parcel is handed over.',
        fields: { fewest: 'Fewest', most: 'Most' },
      },
      fee: { label: 'Fee', hint: 'In rupees. Replaces the shop’s own amount.', as: rupees },
      freeFrom: { label: 'Free from', hint: 'In rupees. Replaces the shop’s own amount.', as: rupees },
      noCashOnDelivery: 'No cash on delivery',
    },
  },
  notServed: {
    label: 'Not served',
    one: 'area',
    hint: 'Where no order can be delivered.',
    as: { summary: '{{fields.reason}}' },
    fields: {
      pincodes,
      reason: { label: 'Reason', hint: 'This ends the sentence “We do not deliver to 744301: …”' },
    },
  },
  noCashOnDelivery: { ...pincodes, label: 'No cash on delivery' },
};
