/** What an order that is paid online costs less: a part of `content/store.yaml`. */
import * as z from 'zod';
import { rupees } from './rupees.ts';

export const prepaid = z
  .strictObject({
    off: rupees
      .refine((paise) => paise === 0 || paise >= 100, 'must be 0 or at least 1')
      .meta({
        title: 'Off an order',
        description:
          'In rupees. 0 means nothing. An order has this or a discount code, whichever takes more off. The answers about payments say that neither costs extra: change them too.',
      }),
  })
  .prefault({ off: 0 })
  .meta({
    title: 'Paid by UPI or card',
    description: 'What an order costs less where it is paid online, and not on delivery.',
  });
