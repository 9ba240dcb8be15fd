/** Labels of `content/couriers.yaml`. */
import type { z } from 'zod';
import type { couriersContent } from '#domain/shipping/courier-content.ts';
import type { Labels } from '../label-types.ts';

export const couriersLabels: Labels<z.input<typeof couriersContent>> = {
  sample: {
    label: 'Sample',
    hint: 'Keep it on until you have checked addresses and numbers. A deployment shows a warning.',
  },
  couriers: {
    label: 'Couriers',
    one: 'courier',
    hint: 'In the order in which the desk lists them. Past orders keep the name of their courier, and its tracking link while the courier is listed here.',
    as: { summary: '{{fields.name}}' },
    fields: {
      name: 'Name',
      otherNames: { label: 'Other names', one: 'name', hint: 'Other names of this courier in orders.' },
      trackingUrl: {
        label: 'Tracking page',
        hint: 'The address, with {number} in place of the tracking number.',
      },
      pattern: {
        label: 'Pattern of the numbers',
        hint: 'A regular expression, such as \\d{9,18}. If you are not sure, allow more: [A-Z\\d]{8,20}. The desk refuses other numbers when many parcels are shipped.',
      },
      numbers: {
        label: 'The pattern in words',
        hint: 'This ends the sentence “Numbers of Delhivery have …”',
      },
    },
  },
};
