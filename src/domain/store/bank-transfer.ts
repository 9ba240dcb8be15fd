/** The shop's account for orders that are paid by bank transfer: a part of `content/store.yaml`. */
import * as z from 'zod';

const line = (title: string, description?: string) =>
  z
    .string()
    .max(80)
    .default('')
    .meta({ title, ...(description && { description }) });

/** Off by default: it needs somebody who looks at the account each day. */
export const bankTransfer = z
  .strictObject({
    offered: z.boolean().default(false).meta({ title: 'Offered at checkout' }),
    days: z
      .int()
      .min(1)
      .max(14)
      .default(3)
      .meta({
        title: 'Days to pay',
        description: 'So long an order keeps its products. After that it is cancelled.',
      }),
    holder: line('Account holder'),
    bank: line('Bank', 'With its branch.'),
    account: z
      .string()
      .regex(/^(\d{9,18})?$/, 'must be 9 to 18 digits')
      .default('')
      .meta({ title: 'Account number' }),
    ifsc: z
      .string()
      .regex(/^([A-Z]{4}0[A-Z\d]{6})?$/, 'must be an IFSC such as HDFC0001234')
      .default('')
      .meta({ title: 'IFSC' }),
    upi: z
      .string()
      .regex(/^([\w.-]{2,64}@[a-z][a-z\d]{1,40})?$/i, 'must be a UPI ID such as shop@bank')
      .default('')
      .meta({
        title: 'UPI ID',
        description:
          'Of the same account. On a phone, one tap then opens a UPI app with the amount. Empty without one.',
      }),
  })
  .refine(({ offered, holder, bank, account, ifsc }) => !offered || (holder && bank && account && ifsc), {
    path: ['offered'],
    message: 'needs the holder, the bank, the account number and the IFSC',
  })
  .prefault({})
  .meta({
    title: 'Bank transfer',
    description: 'An operator records what has come to the account. The desk’s guide says how.',
  });
