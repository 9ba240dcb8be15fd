/** What `content/store.yaml` says of invoices. */
import * as z from 'zod';

export const invoiceContent = z
  .strictObject({
    /** The move of an order that issues its invoice; one that is shipped without packing gets it when it is shipped. */
    issueAt: z
      .enum(['packing', 'shipping'])
      .default('shipping')
      .meta({
        title: 'Issued at',
        description:
          'packing: you print the invoice and put it into the parcel. The order can then only be cancelled as a whole, with a credit note. shipping: until the parcel leaves, an order can be changed freely.',
      }),
    /** Months after the end of the financial year (CGST Act 2017, section 36). */
    keepMonths: z
      .int()
      .min(72)
      .max(240)
      .meta({
        title: 'Kept for months',
        description:
          'After the end of the financial year. The law requires 72. An existing invoice keeps the period that was set when it was issued.',
      }),
  })
  .meta({ title: 'Invoices' });
