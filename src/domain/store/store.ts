/** The settings of the shop: the schema of `content/store.yaml`. */
import * as z from 'zod';
import { text } from '#lib/content-fields.ts';
import { type Paise, toPaise } from '#lib/money.ts';

/** An amount in rupees, converted to paise. */
export const rupees = z
  .number()
  .nonnegative()
  .transform((value, context): Paise => {
    const paise = toPaise(value);
    if (paise === undefined) context.addIssue({ code: 'custom', message: 'has more than two decimals' });
    return paise ?? 0;
  });

const days = (min: number, max: number) => z.int().min(min).max(max);

/** Amounts are written in rupees and converted to paise. */
export const storeContent = z.strictObject({
  /** Fields that are not final: dotted path, and after `: ` why, unless it is a sample. Deploying warns of each. */
  samples: z.array(text()).default([]),
  /**
   * Words of the customer's copy that nothing in the shop bears out: they stay, and deploying lists each. `in` is the file of
   * `content/` that says them, `needs` what would bear them out.
   */
  claims: z.array(z.strictObject({ says: text(80), in: text(80), needs: text() })).default([]),
  name: text(40),
  tagline: text(80),
  description: text(300),
  /** The public URL of the shop, for canonical links, emails and feeds. */
  url: z.url({ protocol: /^https$/ }),
  legal: z.strictObject({
    entity: text(),
    address: z.array(text()).min(2).max(6),
    gstin: z.string().regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/, 'must be a 15-character GSTIN'),
    grievanceOfficer: z.strictObject({ name: text(80), email: z.email(), phone: text(20) }),
  }),
  manufacturer: text(240),
  countryOfOrigin: text(60),
  care: z.strictObject({
    phone: text(20),
    /** With the country code. Where it is empty, no page offers WhatsApp. */
    whatsapp: z
      .string()
      .regex(/^(\+\d[\d ]{8,18})?$/, 'must be a number with its country code: +91 80000 00000')
      .optional(),
    email: z.email(),
    hours: text(80),
  }),
  currency: z.strictObject({ code: z.literal('INR'), symbol: z.literal('₹') }),
  delivery: z.strictObject({
    /** The fee below `freeFrom`. */
    fee: rupees,
    /** From this subtotal (after discounts) delivery is free. */
    freeFrom: rupees,
    promise: text(),
  }),
  cashOnDelivery: z.strictObject({
    /** Largest total of a cash-on-delivery order. */
    maxOrder: rupees,
  }),
  /**
   * How much, in per cent of the order, another amount than the order's may be paid with Razorpay: less with its offers, more
   * where the customer pays its fee on top. 0: such a payment is flagged and not applied.
   */
  razorpay: z
    .strictObject({ offers: z.number().min(0).max(50), fees: z.number().min(0).max(10) })
    .default({ offers: 0, fees: 0 }),
  limits: z.strictObject({
    /** What buyers without a paid or delivered order may hold unpaid (functions/orders/holds.ts). */
    unpaid: z.strictObject({
      /** Of an account and of a delivery phone, each; doubled for a confirmed email, or with a paid or delivered order. */
      person: z.strictObject({
        /** Orders that are neither paid nor delivered. */
        orders: z.int().positive().max(100),
        /** Pieces of a product that are always allowed, even if `stockPercent` is less. */
        units: z.int().positive().max(100),
        /** Per cent of the pieces in stock and those that the person has reserved. */
        stockPercent: z.int().min(0).max(100),
        /** Total of all these orders. */
        total: rupees,
      }),
      /** Of a delivery address, as many times that of a person: an office or a hostel is one address. */
      address: z.strictObject({ persons: z.int().positive().max(100) }),
      /** In an hour, from an IPv4 address or an IPv6 /48; half of it from a /56, a quarter from a /64. Not for confirmed emails. */
      network: z.strictObject({
        orders: z.int().min(20).max(10_000),
        /** Pieces of all products. */
        units: z.int().min(20).max(100_000),
      }),
      /** Per cent of a product's pieces that all these buyers together may hold: in an hour, and until they are shipped. */
      shop: z.strictObject({ percentPerHour: z.int().min(1).max(90), percent: z.int().min(1).max(90) }),
    }),
    /** Emails that anybody can cause: to one address, and of the whole shop to addresses that are not verified. */
    emails: z.strictObject({
      perHour: z.int().positive(),
      perDay: z.int().positive(),
      /** Of each kind of receipt: emails that a page has just named (functions/outbox/enqueue.ts). */
      receiptsPerDay: z.int().min(10).max(100),
      shopPerHour: z.int().min(50).max(5_000),
    }),
  }),
  /** The code in the first newsletter, for one order. */
  welcome: z.strictObject({
    /** Whole per cent off the subtotal. */
    percent: z.int().min(1).max(100),
    /** Smallest subtotal for which it applies. */
    minOrder: rupees,
    validDays: z.int().positive().max(365),
    /** Welcome codes that one customer may use, by account, email and phone. */
    usesPerCustomer: z.int().positive().max(100).default(1),
  }),
  /** Days after which the scheduled job (functions/jobs/delete-expired.ts) deletes something. */
  retention: z.strictObject({
    /** Tickets with their answers, after the last message. */
    tickets: days(30, 1825),
    /** Recipients of emails. Their limits count one day back, and tries of sending take four days. */
    sentEmails: days(7, 730),
    /** Events of payment providers, who repeat them for three days. */
    paymentEvents: days(30, 3650),
    /** Actions of operators: a trigger of the database keeps them for 365 days. */
    auditLog: days(366, 3650),
    /** Known devices of an account, after the last sign-in. */
    devices: days(30, 730),
    /** Guests, after the last change of their orders. Their links work for 90 days, and sessions from them for 30. */
    guests: days(120, 1825),
    /** Accounts without orders and reviews, after the last sign-in; and those of which nobody has confirmed the address. */
    accounts: days(365, 3650),
    unconfirmed: days(60, 730),
    /** CSP reports of the checkout page: PCI DSS requires a year. */
    policyReports: days(366, 3650),
    /** Counts of searched texts. The desk shows 90 days. */
    searches: days(90, 400),
  }),
  invoices: z.strictObject({
    /** Months after the end of the financial year (CGST Act 2017, section 36). */
    keepMonths: z.int().min(72).max(240),
  }),
  refunds: z
    .strictObject({
      /**
       * From this amount on, what an operator sends back by hand in a day has to be confirmed by a second one, or by an owner
       * (`npm run operator -- add --owner`).
       */
      secondOperatorFrom: rupees,
    })
    .default({ secondOperatorFrom: 200_000 }),
  returns: z.strictObject({ days: z.int().positive(), condition: text() }),
  /** The announcement bar above the header. */
  banner: z.array(text(80)).length(4),
  social: z.array(z.strictObject({ name: text(30), url: z.url() })).default([]),
});

export type Store = z.output<typeof storeContent>;
