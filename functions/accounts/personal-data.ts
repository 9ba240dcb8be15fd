/**
 * The personal data in each table: what the export shows, and what deleting the account does. A test fails for a table
 * or column of the schema that is not declared here; another one compares the declarations with the results of export
 * and deletion.
 *
 * rule: long - one declaration of the whole schema
 */
import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type * as schema from '#db/schema/index.ts';
import { keysOf } from '#lib/keys.ts';
import { toRupees } from '#lib/money.ts';
import { withoutPerson } from '../reviews/anonymize.ts';

/** Formats a value for the export. */
type Format = (value: never) => unknown;
type Withheld = { withheld: string };

type Tables = {
  [Name in keyof typeof schema as (typeof schema)[Name] extends SQLiteTable
    ? Name
    : never]: (typeof schema)[Name];
};

type Personal<Column extends string> = {
  /** Name of the list in the export. Default: the table is not exported. */
  list?: string;
  /** Condition: the row belongs to this account, or to its verified address. */
  of?: (userId: string) => SQL;
  columns: Record<Column, Format | Withheld>;
  /**
   * What deleting the account does. `erased` and `cascades` leave no row. If rows are kept, `without` lists the columns
   * that are cleared.
   */
  deletion: 'erased' | 'cascades' | { kept: string; without?: readonly Column[] };
};
type NotPersonal = { notPersonal: string };
type Declared = {
  [Name in keyof Tables]: NotPersonal | Personal<keyof Tables[Name]['_']['columns'] & string>;
};

const plain = (value: unknown) => value;
const time = (at: number | null) => at && new Date(at).toISOString();
const rupees = (paise: number | null) => paise && toRupees(paise);
/** Of hundredths of a per cent. */
const percent = (rate: number | null) => rate && rate / 100;
/** `ticket` of `ticket:5e0…`: causes end with ids and hashes, which are left out. */
const beforeColon = (cause: string) => cause.split(':')[0];

const withheld = (reason: string): Withheld => ({ withheld: reason });
const allWithheld = <Column extends string>(reason: string, ...columns: Column[]) =>
  Object.fromEntries(columns.map((name) => [name, { withheld: reason }])) as Record<Column, Withheld>;

const inTotals = withheld('whether the row is part of the shop’s totals');
const secret = withheld('a hash of a secret, which would only help an attacker');
const ofUser = (userId: string) => sql`user_id = ${userId}`;
const ofOrders = (userId: string) => sql`order_id IN (SELECT id FROM orders WHERE user_id = ${userId})`;
/** The account's address if it is verified; else NULL, which equals nothing. */
const address = (userId: string) =>
  sql`(SELECT email FROM users WHERE id = ${userId} AND verified_at IS NOT NULL)`;
const ofAddress = (userId: string) => sql`email = ${address(userId)}`;
const accountingRecords = 'accounting records that tax law requires; without the person';

export const personalData = {
  users: {
    list: 'account',
    of: (userId) => sql`id = ${userId}`,
    columns: {
      id: plain,
      name: plain,
      email: plain,
      password: secret,
      oneTime: plain,
      role: plain,
      createdAt: time,
      verifiedAt: time,
      confirmedAt: time,
      limitsLifted: plain,
      owner: plain,
      guest: plain,
      phone: plain,
      orderEmails: plain,
      orderVersion: withheld('counts changes of the orders, which are shown'),
    },
    deletion: 'erased',
  },
  sessions: {
    list: 'sessions',
    of: ofUser,
    columns: {
      tokenHash: secret,
      userId: plain,
      createdAt: time,
      expiresAt: time,
      device: plain,
      elevated: plain,
    },
    deletion: 'cascades',
  },
  devices: {
    list: 'devices',
    of: ofUser,
    columns: { userId: plain, tokenHash: secret, createdAt: time, usedAt: time },
    deletion: 'cascades',
  },
  secondFactors: {
    list: 'secondFactor',
    of: ofUser,
    columns: {
      userId: plain,
      secret: withheld('anybody who knows it can make its codes'),
      lastStep: plain,
      createdAt: time,
    },
    deletion: 'cascades',
  },
  recoveryCodes: {
    list: 'recoveryCodes',
    of: ofUser,
    columns: { userId: plain, codeHash: secret, usedAt: time },
    deletion: 'cascades',
  },
  links: {
    list: 'links',
    of: ofUser,
    columns: {
      tokenHash: secret,
      userId: plain,
      purpose: plain,
      email: plain,
      createdAt: time,
      expiresAt: time,
    },
    deletion: 'cascades',
  },
  addresses: {
    list: 'addresses',
    of: ofUser,
    columns: {
      id: plain,
      userId: plain,
      address: plain,
      usedAt: time,
      hash: withheld('made from the address, which is shown'),
    },
    deletion: 'cascades',
  },
  cartLines: {
    list: 'cart',
    of: ofUser,
    columns: { userId: plain, productId: plain, quantity: plain, addedAt: time },
    deletion: 'cascades',
  },
  attempts: {
    columns: allWithheld(
      'counters of a day at most, under hashes: they would show an attacker how many guesses are left',
      ...(['key', 'count', 'blockedUntil', 'expiresAt'] as const),
    ),
    deletion: 'erased',
  },
  orders: {
    list: 'orders',
    of: ofUser,
    columns: {
      id: plain,
      reference: plain,
      userId: plain,
      status: plain,
      paid: plain,
      paymentMethod: plain,
      subtotal: rupees,
      discount: rupees,
      delivery: rupees,
      total: rupees,
      address: plain,
      trackingId: plain,
      courier: plain,
      couponCode: plain,
      couponMinimum: rupees,
      createdAt: time,
      sample: plain,
      undelivered: plain,
      reserved: plain,
      counted: inTotals,
      promisedFrom: plain,
      promisedTo: plain,
      askAt: time,
      gstin: plain,
      businessName: plain,
      sez: plain,
      idempotencyKey: withheld('a random number of the browser'),
      requestHash: withheld('made from the order, which is shown'),
    },
    // State, pincode and country of the address stay.
    deletion: {
      kept: accountingRecords,
      without: ['userId', 'address', 'gstin', 'businessName', 'idempotencyKey', 'requestHash'],
    },
  },
  orderLines: {
    list: 'orderLines',
    of: ofOrders,
    columns: {
      orderId: plain,
      position: plain,
      productId: plain,
      name: plain,
      image: plain,
      price: rupees,
      quantity: plain,
      discount: rupees,
      hsn: plain,
      rate: percent,
      unitCode: plain,
    },
    deletion: { kept: accountingRecords },
  },
  holds: {
    columns: allWithheld(
      'counters of unpaid orders, under hashes: they would show an attacker how much is left',
      ...(['subject', 'orderId', 'units', 'total', 'at', 'until'] as const),
    ),
    deletion: { kept: 'none: an account with an open order is not deleted, and the rows end with the order' },
  },
  productHolds: { notPersonal: 'pieces in unpaid orders' },
  orderWords: {
    columns: allWithheld('the words of an order, which is shown', ...(['orderId', 'word'] as const)),
    deletion: { kept: `${accountingRecords}: triggers leave the words of what stays of the order` },
  },
  orderEvents: {
    list: 'orderHistory',
    // Without the internal notes of operators, as the desk promises.
    of: (userId) => sql`${ofOrders(userId)} AND shown`,
    columns: {
      id: plain,
      orderId: plain,
      at: time,
      actor: plain,
      kind: plain,
      fromStatus: plain,
      toStatus: plain,
      reason: plain,
      shown: plain,
      actorId: withheld('may be the account of an operator'),
    },
    deletion: {
      kept: `${accountingRecords}: append-only, the shopper’s id in it no longer identifies anybody`,
    },
  },
  documents: {
    list: 'documents',
    of: ofOrders,
    columns: {
      id: plain,
      kind: plain,
      year: plain,
      serial: plain,
      number: plain,
      orderId: plain,
      at: time,
      keepUntil: time,
      data: plain,
    },
    deletion: {
      kept: 'invoices and credit notes, which tax law requires as they were written, until `keepUntil`',
    },
  },
  documentCounters: { notPersonal: 'numbers of documents' },
  payments: {
    list: 'payments',
    of: ofOrders,
    columns: {
      orderId: plain,
      method: plain,
      amount: rupees,
      paidAmount: rupees,
      providerId: plain,
      url: plain,
      paymentId: plain,
      holdUntil: time,
      nextAskAt: time,
      asked: plain,
      origin: plain,
      network: withheld('the hash of a network that others use too'),
    },
    deletion: { kept: accountingRecords },
  },
  paymentEvents: {
    columns: allWithheld(
      'stored under the provider’s ids; the results are in payments and orderHistory',
      ...(['id', 'type', 'about', 'receivedAt', 'handledAt', 'attempts'] as const),
    ),
    deletion: { kept: 'ids and amounts without a name, for the time of `retention`' },
  },
  disputes: {
    list: 'disputes',
    of: ofOrders,
    columns: {
      id: plain,
      orderId: plain,
      method: plain,
      paymentId: plain,
      amount: rupees,
      currency: plain,
      reason: plain,
      status: plain,
      respondBy: time,
      openedAt: time,
      updatedAt: time,
    },
    deletion: { kept: accountingRecords },
  },
  refunds: {
    list: 'refunds',
    of: ofOrders,
    columns: {
      id: plain,
      orderId: plain,
      paymentId: plain,
      amount: rupees,
      reason: plain,
      status: plain,
      note: plain,
      providerId: plain,
      failure: plain,
      createdAt: time,
      doneAt: time,
      transfer: plain,
      transferReference: plain,
      confirmedBy: withheld('the account of an operator'),
      proposedBy: withheld('the account of an operator'),
    },
    deletion: { kept: accountingRecords },
  },
  reductions: {
    list: 'reductions',
    of: ofOrders,
    columns: {
      id: plain,
      orderId: plain,
      at: time,
      kind: plain,
      position: plain,
      productId: plain,
      name: plain,
      quantity: plain,
      amount: rupees,
      restocked: plain,
      refundId: plain,
    },
    deletion: { kept: accountingRecords },
  },
  reviews: {
    list: 'reviews',
    of: ofUser,
    columns: {
      id: plain,
      productId: plain,
      userId: plain,
      name: plain,
      rating: plain,
      title: plain,
      comment: plain,
      verified: plain,
      hidden: plain,
      hiddenReason: plain,
      sample: plain,
      createdAt: time,
      skinType: plain,
      ageBand: plain,
      climate: plain,
      weeks: plain,
      received: plain,
      buyAgain: plain,
      editedAt: time,
      orderId: plain,
      reply: plain,
      replyAt: time,
      hideReason: plain,
      hiddenAt: time,
      objection: plain,
      objectionAt: time,
      decision: plain,
      decidedAt: time,
      reports: plain,
      reportedAt: time,
      version: plain,
      waits: plain,
      screenedAt: time,
      counted: inTotals,
      emailHash: withheld('empty while there is an account'),
    },
    deletion: {
      kept: 'other shoppers rely on it; with a keyed hash of the address, without statements on skin, age and climate',
      without: keysOf(withoutPerson),
    },
  },
  reviewReports: {
    columns: allWithheld(
      'reports of reviews by anybody, under a keyed hash of a network',
      ...(['reviewId', 'addressHash', 'reason', 'text', 'createdAt'] as const),
    ),
    deletion: { kept: 'names no account; for the time of `retention` of tickets' },
  },
  reviewOptOuts: {
    columns: allWithheld(
      'that an address is not asked for reviews, under its keyed hash',
      ...(['emailHash', 'createdAt'] as const),
    ),
    deletion: { kept: 'a keyed hash, so that the wish still holds' },
  },
  tickets: {
    list: 'tickets',
    of: ofAddress,
    columns: {
      id: plain,
      name: plain,
      email: plain,
      subject: plain,
      issueType: plain,
      message: plain,
      status: plain,
      createdAt: time,
    },
    deletion: { kept: 'both sides may need what was agreed, for the time of `retention`' },
  },
  ticketAnswers: {
    list: 'ticketAnswers',
    of: (userId) => sql`ticket_id IN (SELECT id FROM tickets WHERE email = ${address(userId)})`,
    columns: {
      id: plain,
      ticketId: plain,
      at: time,
      message: plain,
      actorId: withheld('the account of an operator'),
    },
    deletion: { kept: 'with its ticket' },
  },
  subscribers: {
    list: 'newsletter',
    of: ofAddress,
    columns: {
      email: plain,
      createdAt: time,
      unsubscribedAt: time,
      askedAt: time,
      mailbox: withheld('made from the address, which is shown'),
      counted: inTotals,
      token: withheld('the key to unsubscribe with'),
    },
    deletion: 'erased',
  },
  coupons: {
    list: 'codes',
    of: ofAddress,
    columns: {
      code: plain,
      percent: plain,
      minSubtotal: rupees,
      email: plain,
      validUntil: time,
      maxUses: plain,
      uses: plain,
      createdAt: time,
      maxUsesPerCustomer: plain,
      countedAs: plain,
      listed: withheld('never set for the code of one person'),
    },
    deletion: 'erased',
  },
  couponUses: {
    columns: allWithheld(
      'that the order used its code, under what the order and the account say already',
      ...(['orderId', 'code', 'customer', 'maxUses'] as const),
    ),
    deletion: 'erased',
  },
  outbox: {
    list: 'emails',
    of: (userId) => sql`recipient = ${address(userId)}`,
    columns: {
      id: plain,
      cause: beforeColon,
      recipient: plain,
      status: plain,
      limited: plain,
      attempts: plain,
      stranger: plain,
      nextTryAt: time,
      createdAt: time,
      sentAt: time,
      letter: withheld('may hold the token of a link; it is deleted when the email is sent'),
      error: withheld('the error message of a mail service'),
    },
    deletion: 'erased',
  },
  audit: {
    columns: allWithheld(
      'the record of operators’ work, which names an account by its id at most',
      ...(['id', 'at', 'actorId', 'action', 'about', 'detail'] as const),
    ),
    deletion: { kept: 'append-only for a year, then for the time of `retention`' },
  },
  flags: {
    columns: allWithheld(
      'notices to operators about an order, an account or a part of the shop, by its id',
      ...(['id', 'kind', 'about', 'detail', 'createdAt', 'resolvedAt'] as const),
    ),
    deletion: { kept: 'holds no name' },
  },
  stockChanges: {
    columns: allWithheld(
      'the record of operators’ work on the stock, with an order’s id where it was returned',
      ...(['id', 'productId', 'at', 'change', 'reason', 'note', 'actorId', 'orderId', 'counted'] as const),
    ),
    deletion: { kept: accountingRecords },
  },
  products: { notPersonal: 'the catalogue' },
  totals: { notPersonal: 'counts of orders, reviews and subscribers' },
  reviewFilters: { notPersonal: 'under which filters a review is listed, by its id' },
  withdrawnReviews: { notPersonal: 'counts of deleted reviews, by product' },
  incoming: { notPersonal: 'the catalogue, during an import' },
  jobs: { notPersonal: 'results of the scheduled job' },
  fills: { notPersonal: 'progress of jobs that fill old rows' },
  vitals: { notPersonal: 'counts of page performance' },
  policyReports: { notPersonal: 'counts of blocked scripts, by page, directive and host' },
  searches: { notPersonal: 'counts of searched texts, without those that look personal' },
  searchClicks: { notPersonal: 'counts of products that searches led to' },
} satisfies Declared;
