/** Labels of `content/couriers.yaml`. */
import type { z } from 'zod';
import type { couriersContent } from '#features/orders/courier-content.ts';
import type { Labels } from '../label-types.ts';

export const couriersLabels: Labels<z.input<typeof couriersContent>> = {
  sample: { label: 'Sample', hint: 'On until you have checked addresses and numbers; a deploy warns.' },
  couriers: {
    label: 'Couriers',
    one: 'courier',
    hint: 'In the order of the list at the desk. Past orders keep the name of their courier, and its link while it is here.',
    as: { summary: '{{fields.name}}' },
    fields: {
      name: 'Name',
      otherNames: { label: 'Other names', one: 'name', hint: 'Names that orders may have instead.' },
      trackingUrl: {
        label: 'Tracking page',
        hint: 'Its address, with {number} in the place of the parcel’s number.',
      },
      pattern: {
        label: 'Pattern of the numbers',
        hint: 'A regular expression, such as \\d{9,18}. If in doubt allow more: [A-Z\\d]{8,20}. The desk refuses other numbers when many parcels are shipped.',
      },
      numbers: {
        label: 'The pattern in words',
        hint: 'The end of the sentence: Numbers of Delhivery have …',
      },
    },
  },
};
