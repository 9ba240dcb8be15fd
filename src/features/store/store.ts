/** The shop itself: what `content/store.yaml` says once and every page, rule and mail repeats. */
import { z } from 'zod';
import { type Paise, toPaise } from '#lib/money.ts';

const text = (max = 200) => z.string().trim().min(1, 'must not be empty').max(max);
const rupees = z
  .number()
  .nonnegative()
  .transform((value, context): Paise => {
    const paise = toPaise(value);
    if (paise === undefined) context.addIssue({ code: 'custom', message: 'has more than two decimals' });
    return paise ?? 0;
  });

const days = (min: number, max: number) => z.int().min(min).max(max);

/** `content/store.yaml`. Amounts are written in rupees and read as paise. */
export const storeContent = z.strictObject({
  /** Fields whose values are samples (dotted paths); deploying warns while any remain. */
  samples: z.array(text()).default([]),
  name: text(40),
  tagline: text(80),
  description: text(300),
  /** Where the shop will live: canonical links, mail and feeds start with it. */
  url: z.url({ protocol: /^https$/ }),
  legal: z.strictObject({
    entity: text(),
    address: z.array(text()).min(2).max(6),
    gstin: z.string().regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/, 'must be a 15-character GSTIN'),
    grievanceOfficer: z.strictObject({ name: text(80), email: z.email(), phone: text(20) }),
  }),
  manufacturer: text(240),
  countryOfOrigin: text(60),
  care: z.strictObject({ phone: text(20), email: z.email(), hours: text(80) }),
  currency: z.strictObject({ code: z.literal('INR'), symbol: z.literal('₹') }),
  delivery: z.strictObject({
    /** Charged below the threshold. */
    fee: rupees,
    /** From this subtotal (after discounts) delivery is free. */
    freeFrom: rupees,
    /** Days from order to door that the shop promises. */
    estimateDays: z.int().positive().max(30),
    promise: text(),
  }),
  cashOnDelivery: z.strictObject({
    /** Largest order that may be paid at the door. */
    maxOrder: rupees,
    /** Unshipped cash-on-delivery orders that one account may have at a time. */
    maxOpenOrders: z.int().positive(),
  }),
  limits: z.strictObject({
    /** What one account may hold in unpaid orders; twice as much with a paid or delivered order. */
    unpaid: z.strictObject({
      /** Pieces of a product, where `stockPercent` of its stock is less. */
      units: z.int().positive().max(100),
      /** Of the pieces on the shelf and those that the account holds. */
      stockPercent: z.int().min(0).max(100),
      /** All these orders together. */
      total: rupees,
    }),
    /** When the next online order of an account, or of its network, has to wait. */
    unpaidHolds: z.strictObject({
      /** Online orders that ended unpaid. */
      count: z.int().positive().max(100),
      withinMinutes: z.int().positive().max(1440),
      waitMinutes: z.int().positive().max(1440),
    }),
    /** Emails that strangers may cause to one address. */
    emails: z.strictObject({ perHour: z.int().positive(), perDay: z.int().positive() }),
  }),
  /** The code that a first newsletter letter brings: once, for one order. */
  welcome: z.strictObject({
    /** Whole per cent off the subtotal. */
    percent: z.int().min(1).max(100),
    /** Smallest subtotal that it applies to. */
    minOrder: rupees,
    validDays: z.int().positive().max(365),
  }),
  /** Days after which the scheduled job (functions/jobs/tidy.ts) deletes something. */
  retention: z.strictObject({
    /** Tickets with their answers, after the last message. */
    tickets: days(30, 1825),
    /** To whom emails went. Their limits count a day back, and tries of sending take four. */
    sentEmails: days(7, 730),
    /** What payment providers reported. They repeat themselves for three days. */
    paymentEvents: days(30, 3650),
    /** What operators did: a trigger of the database keeps it for 365 days. */
    auditLog: days(366, 3650),
    /** Devices that an account knows, after the last sign-in. */
    devices: days(30, 730),
    /** Reports of what the checkout page was not allowed to load: PCI DSS asks for a year of them. */
    policyReports: days(366, 3650),
  }),
  returns: z.strictObject({ days: z.int().positive(), condition: text() }),
  /** The strip above the header. */
  banner: z.array(text(80)).length(4),
  social: z.array(z.strictObject({ name: text(30), url: z.url() })).default([]),
});

export type Store = z.output<typeof storeContent>;
