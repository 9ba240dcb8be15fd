/** The settings of the shop: the schema of `content/store.yaml`. */
import * as z from 'zod';
import { leastPerDay } from '#domain/email/limits.ts';
import { text } from '#lib/content-fields.ts';
import { bankTransfer } from './bank-transfer.ts';
import { cashOnDelivery } from './cash-on-delivery.ts';
import { featuresContent } from './features-content.ts';
import { invoiceContent } from './invoice-content.ts';
import { ownWords } from './own-words.ts';
import { prepaid } from './prepaid.ts';
import { razorpayContent, stripeContent } from './providers-content.ts';
import { retentionContent } from './retention-content.ts';
import { rupees } from './rupees.ts';

/** Amounts are written in rupees and converted to paise. */
export const storeContent = z.strictObject({
  /** The announcement bar above the header. */
  banner: z
    .array(text(80))
    .max(8)
    .meta({
      title: 'Banner',
      item: 'message',
      description:
        'The strip above the header: up to eight messages, one after another. Without one, there is no strip.',
    }),
  name: text(40).meta({ title: 'Name of the shop' }),
  tagline: text(80).meta({ title: 'Tagline' }),
  description: text(300).meta({
    title: 'Description',
    description: 'What a search engine shows about the shop.',
  }),
  /** The public URL of the shop, for canonical links, emails and feeds. */
  url: z
    .url({ protocol: /^https$/ })
    .meta({
      title: 'Address of the shop',
      description: 'Begins with https://. Ask the person who runs the shop before you change it.',
    }),
  legal: z
    .strictObject({
      entity: text().meta({ title: 'Company', widget: 'line' }),
      address: z
        .array(text().meta({ widget: 'line' }))
        .min(2)
        .max(6)
        .optional()
        .meta({ title: 'Registered address', item: 'line' }),
      gstin: z
        .string()
        .regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/, 'must be a 15-character GSTIN')
        .optional()
        .meta({
          title: 'GSTIN',
          description:
            '15 characters. The state is also under “Tax”. Without it, the shop issues no invoices and cannot be deployed.',
        }),
      grievanceOfficer: z
        .strictObject({
          name: text(80).meta({ title: 'Name' }),
          email: z.email().meta({ title: 'Email' }),
          phone: text(20).meta({ title: 'Phone' }),
        })
        .optional()
        .meta({ title: 'Grievance officer' }),
    })
    .meta({ title: 'Legal facts' }),
  manufacturer: text(240)
    .optional()
    .meta({
      title: 'Manufacturer',
      description:
        'With its address, as on the labels. Of all products that are made in India and do not say their own. Empty if there is no one maker.',
    }),
  countryOfOrigin: text(60)
    .optional()
    .meta({
      title: 'Country of origin',
      description: 'Of all products that do not say their own: India. Empty if they must say it.',
    }),
  importer: text(240)
    .optional()
    .meta({
      title: 'Importer',
      description:
        'Name and address of who imports what is not made in India, for all products that do not say their own. Empty if you import nothing.',
    }),
  says: ownWords,
  care: z
    .strictObject({
      phone: text(20).optional().meta({ title: 'Phone' }),
      /** With the country code. Where it is empty, no page offers WhatsApp. */
      whatsapp: z
        .string()
        .regex(/^(\+\d[\d ]{8,18})?$/, 'must be a number with its country code: +91 80000 00000')
        .optional()
        .meta({
          title: 'WhatsApp',
          description:
            'With the country code, such as +91 80000 00000. If it is empty, the shop does not offer WhatsApp.',
        }),
      email: z.email().optional().meta({ title: 'Email' }),
      hours: text(80).optional().meta({ title: 'Hours', description: 'When the phone is answered.' }),
      /** Hours in which messages and requests for a return are answered (functions/desk/today.ts). */
      replyHours: z
        .int()
        .min(1)
        .max(168)
        .default(24)
        .meta({
          title: 'Reply within hours',
          description:
            'Messages and requests for a return. Texts name it as {{care.reply}}, and the desk counts what waits longer.',
        }),
    })
    .meta({ title: 'Customer care' }),
  currency: z
    .strictObject({
      code: z.literal('INR').meta({ title: 'Code' }),
      symbol: z.literal('₹').meta({ title: 'Symbol' }),
    })
    .meta({ title: 'Currency' }),
  delivery: z
    .strictObject({
      /** The fee below `freeFrom`. */
      fee: rupees.meta({
        title: 'Fee',
        description: 'In rupees. 0 means free. A zone under “Delivery” can have its own fee.',
      }),
      /** From this subtotal (after discounts) delivery is free. */
      freeFrom: rupees.meta({
        title: 'Free from',
        description: 'In rupees, after discounts. The banner also shows it: change both.',
      }),
      promise: text().meta({ title: 'Promise in words', widget: 'line' }),
    })
    .meta({ title: 'Delivery' }),
  cashOnDelivery,
  prepaid,
  bankTransfer,
  features: featuresContent,
  stripe: stripeContent,
  razorpay: razorpayContent,
  limits: z
    .strictObject({
      /** What may be held unpaid (functions/orders/holds.ts). */
      unpaid: z
        .strictObject({
          /** Of an account and of a delivery phone, each; doubled for a confirmed email, or with a delivered order. */
          person: z
            .strictObject({
              /** Orders that are neither paid nor delivered. */
              orders: z.int().positive().max(100).meta({ title: 'Orders' }),
              /** Pieces of a product that are always allowed, even if `stockPercent` is less. */
              units: z
                .int()
                .positive()
                .max(100)
                .meta({
                  title: 'Pieces of a product',
                  description: 'This number or the share below, the larger of the two.',
                }),
              /** Per cent of the pieces in stock and those that the person has reserved. */
              stockPercent: z
                .int()
                .min(0)
                .max(100)
                .meta({ title: 'Share of its stock', description: 'In per cent.' }),
              /** Total of all these orders. */
              total: rupees.meta({ title: 'All together', description: 'In rupees.' }),
            })
            .meta({
              title: 'By one account or phone',
              description:
                'Twice as much for a confirmed email, and after a first delivered order that was kept.',
            }),
          /** Of a delivery address, as many times that of a person: an office or a hostel is one address. */
          address: z
            .strictObject({
              persons: z
                .int()
                .positive()
                .max(100)
                .meta({
                  title: 'Counted as this many people',
                  description: 'An office or a hostel is one address with many people.',
                }),
            })
            .meta({ title: 'For one delivery address' }),
          /** In an hour, from an IPv4 address or an IPv6 /48; half of it from a /56, a quarter from a /64. Not for confirmed emails. */
          network: z
            .strictObject({
              orders: z.int().min(20).max(10_000).meta({ title: 'Orders' }),
              /** Pieces of all products. */
              units: z.int().min(20).max(100_000).meta({ title: 'Pieces of all products' }),
            })
            .meta({
              title: 'From one internet address, in an hour',
              description:
                'Thousands of phones can share one internet address, so these limits are high. They do not apply to confirmed emails.',
            }),
          /** Per cent of a product's pieces that all buyers together may hold: in an hour, and until they are shipped. */
          shop: z
            .strictObject({
              percentPerHour: z.int().min(1).max(90).meta({ title: 'In an hour' }),
              percent: z.int().min(1).max(90).meta({ title: 'Until they are shipped' }),
            })
            .meta({
              title: 'By all of them together, for one product',
              description:
                'In per cent of its pieces. The rest is kept for orders that are paid immediately.',
            }),
        })
        .meta({
          title: 'What may be held unpaid',
          description:
            'Cash on delivery until it is delivered, and online orders that wait for their payment. Orders that nobody has confirmed give way to others.',
        }),
      /** For so long an order that is the same as the one before is asked about (functions/checkout/repeat.ts). */
      repeatMinutes: z
        .int()
        .min(0)
        .max(120)
        .default(10)
        .meta({
          title: 'The same order is asked about, in minutes',
          description: 'Within this time, “You have just ordered this. Order it again?”. 0: never.',
        }),
      /** Emails that anybody can cause: to one address, and of the whole shop to addresses that are not verified. */
      emails: z
        .strictObject({
          /** Of all kinds together, to all spellings of a mailbox. */
          mailboxPerDay: z
            .int()
            .min(leastPerDay)
            .max(200)
            .default(30)
            .meta({
              title: 'To one mailbox in a day, of all kinds together',
              description: 'The last of them are kept for orders, and the very last for signing in.',
            }),
          perHour: z.int().positive().meta({ title: 'In an hour' }),
          perDay: z.int().positive().meta({ title: 'In a day' }),
          /** Of each kind of receipt: emails that a page has just named (functions/outbox/enqueue.ts). */
          receiptsPerDay: z
            .int()
            .min(10)
            .max(100)
            .meta({
              title: 'Receipts of each kind, in a day',
              description:
                'Confirmations of cash orders, receipts of messages, and links that somebody has just asked for. They count for the first limit only.',
            }),
          shopPerHour: z
            .int()
            .min(50)
            .max(5_000)
            .meta({
              title: 'In an hour, to all addresses',
              description: 'To addresses that are not verified. Emails about orders are not counted.',
            }),
        })
        .meta({
          title: 'Emails to one address',
          description:
            'For emails that strangers can cause: links, receipts of messages, and emails about orders that were not placed from the account of the address. More emails are held, and the desk lists them.',
        }),
    })
    .meta({ title: 'Limits' }),
  /** The code in the first newsletter, for one order. */
  welcome: z
    .strictObject({
      /** Whole per cent off the subtotal. */
      percent: z.int().min(1).max(100).meta({ title: 'Percentage off' }),
      /** Smallest subtotal for which it applies. */
      minOrder: rupees.meta({ title: 'Minimum order', description: 'In rupees.' }),
      validDays: z.int().positive().max(365).meta({ title: 'Valid for days' }),
      /** Welcome codes that one customer may use, by account, email and phone. */
      usesPerCustomer: z
        .int()
        .positive()
        .max(100)
        .default(1)
        .meta({ title: 'Welcome codes that one customer may use' }),
    })
    .meta({ title: 'Welcome code', description: 'The code in the first newsletter email.' }),
  retention: retentionContent,
  invoices: invoiceContent,
  refunds: z
    .strictObject({
      /**
       * From this amount on, what an operator sends back by hand in a day has to be confirmed by a second one, or by an owner
       * (`npm run operator -- add --owner`).
       */
      secondOperatorFrom: rupees.meta({
        title: 'Second operator from',
        description:
          'In rupees. If one operator sends back this amount or more by hand in a day, a second operator or an owner must confirm it.',
      }),
      /** Business days in which a refund that is due is sent (functions/desk/today.ts). */
      businessDays: z
        .int()
        .min(1)
        .max(30)
        .default(7)
        .meta({
          title: 'Sent within business days',
          description: 'Texts name it as {{refunds.days}}, and the desk counts what waits longer.',
        }),
      /** Business days until a bank shows a refund that was sent. */
      bankDays: z
        .int()
        .min(1)
        .max(30)
        .default(7)
        .meta({
          title: 'Shown by banks within business days',
          description: 'Texts name it as {{refunds.bankDays}}.',
        }),
    })
    .prefault({ secondOperatorFrom: 2000 })
    .meta({ title: 'Refunds' }),
  returns: z
    .strictObject({
      days: z.int().positive().meta({ title: 'Days' }),
      condition: text().meta({
        title: 'Condition',
        description: 'Part of a sentence that the policies repeat.',
      }),
      postageMost: rupees
        .default(20_000)
        .meta({
          title: 'Most postage',
          description: 'In rupees. What a shopper has paid to send a return by post is refunded up to this.',
        }),
      excluded: z
        .array(text(60))
        .default([])
        .meta({
          title: 'Excluded categories',
          description:
            'Names of categories whose products come back only if the fault is yours, for hygiene.',
        }),
    })
    .meta({ title: 'Returns' }),
  social: z
    .array(
      z.strictObject({ name: text(30).meta({ title: 'Name' }), url: z.url().meta({ title: 'Address' }) }),
    )
    .default([])
    .meta({ title: 'Social media', item: 'account' }),
  /**
   * Words of the customer's copy that nothing in the shop bears out: they stay, and deploying lists each. `in` is the file of
   * `content/` that says them, `needs` what would bear them out.
   */
  claims: z
    .array(
      z.strictObject({
        says: text(80).meta({ title: 'Says' }),
        in: text(80).meta({ title: 'In the file' }),
        needs: text().meta({ title: 'What would prove it' }),
      }),
    )
    .default([])
    .meta({
      title: 'Claims that need proof',
      item: 'claim',
      description:
        'Statements in the texts that nothing in the shop proves yet. Every deployment lists them. Remove one when it is proved, or when the text no longer says it.',
      options: { summary: '{{fields.says}}' },
    }),
  /** Fields that are not final: dotted path, and after `: ` why, unless it is a sample. Deploying warns of each. */
  samples: z
    .array(text().meta({ widget: 'line' }))
    .default([])
    .meta({
      title: 'Sample values',
      item: 'field',
      description:
        'Fields above that still have sample values, or that somebody has to confirm (the reason is after the field). Remove a line when its value is final. A deployment warns about every line.',
      options: { minimize_collapsed: true },
    }),
});

export type Store = z.output<typeof storeContent>;
