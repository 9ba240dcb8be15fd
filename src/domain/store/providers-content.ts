/** The settings of payment providers: parts of `content/store.yaml`. */
import * as z from 'zod';

const offered = z
  .boolean()
  .default(true)
  .meta({ title: 'Offered at checkout', description: 'Once its keys are set (docs/settings.md).' });

export const stripeContent = z.strictObject({ offered }).prefault({}).meta({ title: 'Stripe' });

/**
 * `offers` and `fees`: how much, in per cent of the order, another amount than the order's may be paid with Razorpay: less with its
 * offers, more where the customer pays its fee on top. 0: such a payment is flagged and not applied.
 */
export const razorpayContent = z
  .strictObject({
    offered,
    offers: z
      .number()
      .min(0)
      .max(50)
      .default(0)
      .meta({ title: 'Less, because of its offers', description: 'Only where the account has offers.' }),
    fees: z
      .number()
      .min(0)
      .max(10)
      .default(0)
      .meta({ title: 'More, because of its fee', description: 'Only where customers pay the fee.' }),
  })
  .prefault({})
  .meta({
    title: 'Razorpay',
    description:
      'Other amounts than that of the order, in per cent of it. 0 means that a payment of another amount is flagged and not applied. The difference is recorded, and is not sent back.',
  });
