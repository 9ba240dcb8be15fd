/** Labels of `content/delivery.yaml`. */
import type { z } from 'zod';
import type { deliveryContent } from '#features/delivery/delivery.ts';
import type { Labels } from '../label-types.ts';
import { line, rupees } from '../widgets.ts';

const pincodes = {
  label: 'Pincodes',
  one: 'pincode or range',
  hint: 'A pincode, or the first and the last with a hyphen, such as 560001-560110.',
} as const;

export const deliveryLabels: Labels<z.input<typeof deliveryContent>> = {
  sample: { label: 'Sample', hint: 'On until you have checked days, holidays and zones; a deploy warns.' },
  cutOff: {
    label: 'Cut-off time',
    hint: 'Such as 14:00, in India. An order until then is handed to the courier on the same working day.',
  },
  workingDays: { label: 'Working days', hint: 'Days on which parcels are handed over and delivered.' },
  holidays: {
    label: 'Holidays',
    one: 'holiday',
    hint: 'Days without handing over and without delivery. Enter those of next year before its first orders.',
    as: { summary: '{{fields.date}}: {{fields.name}}' },
    fields: { date: 'Date', name: 'Name' },
  },
  zones: {
    label: 'Zones',
    one: 'zone',
    hint: 'The first that matches counts. The last is everywhere else, without states, districts and pincodes.',
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
        hint: 'After the day on which it is handed over.',
        fields: { fewest: 'Fewest', most: 'Most' },
      },
      fee: { label: 'Fee', hint: 'In rupees, instead of the shop’s.', as: rupees },
      freeFrom: { label: 'Free from', hint: 'In rupees, instead of the shop’s.', as: rupees },
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
      reason: { label: 'Reason', hint: 'The end of the sentence: We do not deliver to 744301: …' },
    },
  },
  noCashOnDelivery: { ...pincodes, label: 'No cash on delivery' },
};
