/** The settings of orders that are paid on delivery: a part of `content/store.yaml`. */
import * as z from 'zod';
import { rupees } from './rupees.ts';

export const cashOnDelivery = z
  .strictObject({
    offered: z.boolean().default(true).meta({ title: 'Offered at checkout' }),
    /** Largest total of a cash-on-delivery order. */
    maxOrder: rupees.meta({ title: 'Largest order', description: 'In rupees.' }),
    /** Which orders their buyers are asked to confirm (src/domain/orders/confirmation.ts). */
    confirmAbove: rupees.meta({
      title: 'Confirm above',
      description:
        'In rupees. The buyer of a larger order is asked to confirm it before it is packed. 0 means every order.',
    }),
    confirmFirstOrder: z
      .boolean()
      .meta({
        title: 'Confirm a first order',
        description: 'Until an order has been delivered to the buyer.',
      }),
    confirmAfterUndelivered: z
      .boolean()
      .meta({
        title: 'Confirm after a parcel that came back',
        description: 'Until another order has been delivered to the buyer.',
      }),
  })
  .meta({ title: 'Cash on delivery' });
