/**
 * The personal data in each table: what the export shows, and what deleting the account does. A table that is not declared is
 * a mistake of types and fails a test; so is a number and a column with the name of a secret, since neither has a default.
 * Another test compares the declarations with the results of export and deletion. rule: long - one list of every table
 */
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as schema from '#db/schema/index.ts';
import { type PastOrderLine, type PastSum, pastSumInRupees } from '#domain/orders/past-order.ts';
import { keysOf } from '#lib/keys.ts';
import { toRupees } from '#lib/money.ts';
import { withoutPerson } from '../reviews/anonymize.ts';

/** Formats a value for the export. */
type Format = (value: never) => unknown;
type Withheld = { withheld: string };
type How = Format | Withheld;

type Tables = {
  [Name in keyof typeof schema as (typeof schema)[Name] extends SQLiteTable
    ? Name
    : never]: (typeof schema)[Name];
};
export const tables: Tables = schema;

type Columns<Name extends keyof Tables> = Tables[Name]['_']['columns'];

/** Names of columns that may hold a secret, or the account of an operator. */
type Secretive =
  | `${string}${'hash' | 'token' | 'secret' | 'password' | 'key' | 'network'}${string}`
  | `${string}by`
  | 'actorid';

/** Columns without a default. */
type Declare<Name extends keyof Tables> = {
  [Column in keyof Columns<Name> & string]: Lowercase<Column> extends Secretive
    ? Column
    : Columns<Name>[Column] extends { _: { dataType: 'number' } }
      ? Column extends 'at' | `${string}${'At' | 'Until'}`
        ? never
        : Column
      : never;
}[keyof Columns<Name> & string];

/**
 * What erasure does: when an account is deleted, a guest is erased, or the desk erases a customer. `erased` and `cascades`
 * leave no row. If rows are kept, each column with a text is in one of three lists, and a test names the one that is in none.
 * @property kept why the rows stay
 * @property without columns that are cleared, or in which `[erased]` stands
 * @property words columns that may hold words about a person and stay, each with its reason
 * @property nobodys ids, references, and words of the shop's own lists: they name nobody
 */
type Deletion<Column extends string> =
  | 'erased'
  | 'cascades'
  | {
      kept: string;
      without?: readonly Column[];
      words?: Partial<Record<Column, string>>;
      nobodys: readonly Column[];
    };

type Shown<Name extends keyof Tables> = {
  /** Name of the list in the export. */
  list: string;
  /**
   * Condition: the row belongs to this account, or to its verified address.
   * @param ids a list or a query in parentheses: the id of an account, or those of a guest (functions/guests/customer.ts)
   */
  of: (ids: SQL) => SQL;
  /** Exceptions: by default a text, a JSON value and a boolean are shown as they are, and `…At` and `…Until` as times. */
  columns: Record<Declare<Name>, How> & Partial<Record<keyof Columns<Name>, How>>;
  deletion: Deletion<keyof Columns<Name> & string>;
};
type Declared = {
  [Name in keyof Tables]:
    | Shown<Name>
    // With the reason why no column is shown.
    | (Withheld & { deletion: Deletion<keyof Columns<Name> & string> })
    | { notPersonal: string };
};

const plain = (value: unknown) => value;
const time = (at: number | null) => at && new Date(at).toISOString();
const rupees = (paise: number | null) => paise && toRupees(paise);
/** Of hundredths of a per cent. */
const percent = (rate: number | null) => rate && rate / 100;
/** `ticket` of `ticket:5e0…`: causes end with ids and hashes, which are left out. */
const beforeColon = (cause: string) => cause.split(':')[0];

const withheld = (reason: string): Withheld => ({ withheld: reason });
const inTotals = withheld('whether the row is part of the shop’s totals');
const secret = withheld('a hash of a secret, which would only help an attacker');
const ofUser = (ids: SQL) => sql`user_id IN ${ids}`;
const ofOrders = (ids: SQL) => sql`order_id IN (SELECT id FROM orders WHERE user_id IN ${ids})`;
/** The account's address if it is verified. The link of an order, which guests open, is passed on and proves nothing. */
const address = (ids: SQL) =>
  sql`(SELECT email FROM users WHERE id IN ${ids} AND verified_at IS NOT NULL AND guest = 0)`;
const ofAddress = (ids: SQL) => sql`email IN ${address(ids)}`;
const accountingRecords = 'accounting records that tax law requires; without the person';

export const personalData = {
  users: {
    list: 'account',
    of: (ids) => sql`id IN ${ids}`,
    columns: { password: secret, orderVersion: withheld('counts changes of the orders, which are shown') },
    deletion: 'erased',
  },
  sessions: {
    list: 'sessions',
    of: ofUser,
    columns: { tokenHash: secret, codeHash: secret, sentBy: plain },
    deletion: 'cascades',
  },
  devices: { list: 'devices', of: ofUser, columns: { tokenHash: secret }, deletion: 'cascades' },
  secondFactors: {
    list: 'secondFactor',
    of: ofUser,
    columns: { secret: withheld('anybody who knows it can make its codes'), lastStep: plain },
    deletion: 'cascades',
  },
  recoveryCodes: { list: 'recoveryCodes', of: ofUser, columns: { codeHash: secret }, deletion: 'cascades' },
  links: { list: 'links', of: ofUser, columns: { tokenHash: secret }, deletion: 'cascades' },
  addresses: {
    list: 'addresses',
    of: ofUser,
    columns: { hash: withheld('made from the address, which is shown') },
    deletion: 'cascades',
  },
  customerNotes: {
    list: 'operatorNotes',
    of: ofUser,
    columns: { actorId: withheld('the account of an operator') },
    deletion: 'cascades',
  },
  cartLines: { list: 'cart', of: ofUser, columns: { quantity: plain }, deletion: 'cascades' },
  wishes: { list: 'wishList', of: ofUser, columns: {}, deletion: 'cascades' },
  attempts: {
    withheld:
      'counters of a day at most, under hashes: they would show an attacker how many guesses are left',
    deletion: 'erased',
  },
  orders: {
    list: 'orders',
    of: ofUser,
    columns: {
      subtotal: rupees,
      discount: rupees,
      delivery: rupees,
      total: rupees,
      couponMinimum: rupees,
      counted: inTotals,
      linkVersion: withheld('how often the links of the order were withdrawn'),
      tags: plain,
      idempotencyKey: withheld('a random number of the browser'),
      requestHash: withheld('made from the order, which is shown'),
    },
    // State, pincode and country of the address stay.
    deletion: {
      kept: accountingRecords,
      without: [
        'userId',
        'address',
        'gstin',
        'businessName',
        'registeredAddress',
        'tags',
        'idempotencyKey',
        'requestHash',
      ],
      nobodys: [
        'id',
        'reference',
        'status',
        'paymentMethod',
        'trackingId',
        'courier',
        'couponCode',
        'promisedFrom',
        'promisedTo',
        'confirmReason',
        'ewayBill',
        'purchaseId',
      ],
    },
  },
  pastOrders: {
    list: 'ordersOfEarlierShop',
    of: ofAddress,
    columns: {
      total: (total: PastSum | null) => total && pastSumInRupees(total),
      lines: (lines: PastOrderLine[] | null) =>
        lines?.map(({ price, ...line }) => ({
          ...line,
          ...(price !== undefined && { price: pastSumInRupees(price) }),
        })),
    },
    deletion: 'erased',
  },
  orderLines: {
    list: 'orderLines',
    of: ofOrders,
    columns: { position: plain, price: rupees, quantity: plain, discount: rupees, rate: percent },
    deletion: {
      kept: accountingRecords,
      nobodys: ['orderId', 'productId', 'name', 'image', 'hsn', 'unitCode'],
    },
  },
  holds: {
    withheld: 'counters of unpaid orders, under hashes: they would show an attacker how much is left',
    deletion: {
      kept: 'none: an account with an open order is not deleted, and the rows end with the order',
      nobodys: ['subject', 'orderId'],
    },
  },
  productHolds: { notPersonal: 'pieces in unpaid orders' },
  orderWords: {
    withheld: 'the words of an order, which is shown',
    deletion: {
      kept: `${accountingRecords}: triggers leave the words of what stays of the order`,
      nobodys: ['orderId', 'word'],
    },
  },
  orderEvents: {
    list: 'orderHistory',
    // Without the internal notes of operators, as the desk promises.
    of: (ids) => sql`${ofOrders(ids)} AND shown`,
    columns: { actorId: withheld('may be the account of an operator') },
    deletion: {
      kept: `${accountingRecords}: append-only, the shopper’s id in it no longer identifies anybody`,
      without: ['reason'],
      words: { actorId: 'the id of an account that no longer exists, or of an operator' },
      nobodys: ['id', 'orderId', 'actor', 'kind', 'fromStatus', 'toStatus'],
    },
  },
  documents: {
    list: 'documents',
    of: ofOrders,
    columns: { serial: plain },
    deletion: {
      kept: 'invoices and credit notes, which tax law requires as they were written, until `keepUntil`',
      words: { data: 'tax law requires the document as it was written (CGST Act, section 36)' },
      nobodys: ['id', 'kind', 'year', 'number', 'orderId', 'replaces'],
    },
  },
  documentCounters: { notPersonal: 'numbers of documents' },
  payments: {
    list: 'payments',
    of: ofOrders,
    columns: {
      amount: rupees,
      paidAmount: rupees,
      asked: plain,
      network: withheld('the hash of a network that others use too'),
    },
    deletion: {
      kept: accountingRecords,
      nobodys: ['orderId', 'method', 'providerId', 'url', 'paymentId', 'origin', 'network'],
    },
  },
  paymentEvents: {
    withheld: 'stored under the provider’s ids; the results are in payments and orderHistory',
    deletion: {
      kept: 'ids and amounts without a name, for the time of `retention`',
      nobodys: ['id', 'type', 'about'],
    },
  },
  disputes: {
    list: 'disputes',
    of: ofOrders,
    columns: { amount: rupees, respondBy: time },
    deletion: {
      kept: accountingRecords,
      nobodys: ['id', 'orderId', 'method', 'paymentId', 'currency', 'reason', 'status'],
    },
  },
  refunds: {
    list: 'refunds',
    of: ofOrders,
    columns: {
      amount: rupees,
      confirmedBy: withheld('the account of an operator'),
      proposedBy: withheld('the account of an operator'),
      payout: withheld('encrypted, and deleted when the money was sent'),
    },
    deletion: {
      kept: accountingRecords,
      without: ['note', 'failure', 'payout'],
      nobodys: [
        'id',
        'orderId',
        'paymentId',
        'restOf',
        'reason',
        'status',
        'providerId',
        'confirmedBy',
        'proposedBy',
        'transfer',
        'transferReference',
      ],
    },
  },
  debits: {
    list: 'debits',
    of: ofOrders,
    columns: { position: plain, amount: rupees },
    deletion: { kept: accountingRecords, nobodys: ['id', 'orderId', 'name', 'takenFrom', 'refundId'] },
  },
  reductions: {
    list: 'reductions',
    of: ofOrders,
    columns: { position: plain, quantity: plain, amount: rupees },
    deletion: {
      kept: accountingRecords,
      nobodys: ['id', 'orderId', 'kind', 'productId', 'name', 'refundId'],
    },
  },
  bankTransfers: {
    list: 'bankTransfers',
    of: ofOrders,
    columns: { amount: rupees, recordedBy: withheld('the account of an operator') },
    deletion: { kept: accountingRecords, nobodys: ['id', 'utr', 'orderId', 'recordedBy'] },
  },
  remittances: {
    list: 'remittances',
    of: ofOrders,
    columns: {
      amount: rupees,
      codFee: rupees,
      freight: rupees,
      chargeTax: rupees,
      otherCharges: rupees,
      confirmedBy: withheld('the account of an operator'),
    },
    deletion: {
      kept: accountingRecords,
      nobodys: ['id', 'orderId', 'trackingId', 'courier', 'day', 'utr', 'confirmedBy'],
    },
  },
  returns: {
    list: 'returns',
    of: ofOrders,
    columns: { number: plain, payout: withheld('encrypted, and deleted when the money was sent') },
    deletion: {
      kept: `${accountingRecords}, without where the money goes`,
      without: ['payout', 'note', 'answer'],
      nobodys: ['id', 'orderId', 'status', 'method', 'refundId', 'exchangeOrderId', 'postageRefundId'],
    },
  },
  returnLines: {
    list: 'returnLines',
    of: (ids) => sql`return_id IN (SELECT id FROM returns WHERE ${ofOrders(ids)})`,
    columns: { position: plain, quantity: plain },
    deletion: { kept: accountingRecords, nobodys: ['returnId', 'reason', 'exchangeFor'] },
  },
  photos: {
    list: 'photos',
    of: (ids) =>
      sql`(user_id IN ${ids} OR return_id IN (SELECT id FROM returns WHERE ${ofOrders(ids)})
        OR review_id IN (SELECT id FROM reviews WHERE ${ofUser(ids)}))`,
    columns: { bytes: plain, width: plain, height: plain },
    deletion: {
      kept: 'names nobody, until the scheduled job has deleted the picture',
      without: ['userId', 'returnId', 'reviewId', 'state', 'decidedAt'],
      nobodys: ['id', 'type'],
    },
  },
  reviews: {
    list: 'reviews',
    of: ofUser,
    columns: {
      rating: plain,
      weeks: plain,
      reports: plain,
      version: plain,
      counted: inTotals,
      photos: plain,
      emailHash: withheld('empty while there is an account'),
    },
    deletion: {
      kept: 'other shoppers rely on it; with a keyed hash of the address, without statements on skin, age and climate',
      without: keysOf(withoutPerson),
      words: {
        title: 'other shoppers rely on the opinion',
        comment: 'other shoppers rely on the opinion',
        reply: 'the shop’s public answer to it',
        hiddenReason: 'why the opinion is not shown, for operators',
        emailHash: 'a keyed hash, so that the address has one review of a product',
        imported: 'what an earlier shop said of it, without names and addresses',
      },
      nobodys: ['id', 'productId', 'received', 'variant', 'hideReason', 'waits'],
    },
  },
  reviewReports: {
    withheld: 'reports of reviews by anybody, under a keyed hash of a network',
    deletion: {
      kept: 'names no account; for the time of `retention` of tickets',
      words: { text: 'the words of somebody else, about the review' },
      nobodys: ['reviewId', 'addressHash', 'reason'],
    },
  },
  reviewOptOuts: {
    withheld: 'that an address is not asked for reviews, under its keyed hash',
    deletion: {
      kept: 'a keyed hash, so that the wish still holds',
      words: { emailHash: 'a keyed hash of the address' },
      nobodys: [],
    },
  },
  tickets: {
    list: 'tickets',
    of: ofAddress,
    columns: {},
    deletion: {
      kept: 'both sides may need what was agreed, for the time of `retention`',
      words: {
        name: 'both sides may need it',
        email: 'both sides may need it',
        subject: 'both sides may need it',
        message: 'both sides may need it',
      },
      nobodys: ['id', 'issueType', 'status'],
    },
  },
  ticketAnswers: {
    list: 'ticketAnswers',
    of: (ids) => sql`ticket_id IN (SELECT id FROM tickets WHERE email IN ${address(ids)})`,
    columns: { actorId: withheld('the account of an operator') },
    deletion: {
      kept: 'with its ticket',
      words: { message: 'both sides may need it' },
      nobodys: ['id', 'ticketId', 'actorId'],
    },
  },
  subscribers: {
    list: 'newsletter',
    of: ofAddress,
    columns: {
      mailbox: withheld('made from the address, which is shown'),
      counted: inTotals,
      token: withheld('the key to unsubscribe with'),
    },
    deletion: 'erased',
  },
  stockAlerts: {
    list: 'stockAlerts',
    of: ofAddress,
    columns: {
      mailbox: withheld('made from the address, which is shown'),
      token: withheld('the key to unsubscribe with'),
    },
    deletion: 'erased',
  },
  coupons: {
    list: 'codes',
    of: ofAddress,
    columns: {
      percent: plain,
      minSubtotal: rupees,
      maxUses: plain,
      uses: plain,
      maxUsesPerCustomer: plain,
      listed: withheld('never set for the code of one person'),
    },
    deletion: 'erased',
  },
  couponUses: {
    withheld: 'that the order used its code, under what the order and the account say already',
    deletion: 'erased',
  },
  outbox: {
    list: 'emails',
    of: (ids) => sql`recipient IN ${address(ids)}`,
    columns: {
      cause: beforeColon,
      attempts: plain,
      content: withheld('may hold the token of a link; it is deleted when the email is sent'),
      error: withheld('the error message of a mail service'),
    },
    deletion: 'erased',
  },
  audit: {
    withheld: 'the record of operators’ work, which names an account by its id at most',
    deletion: {
      kept: 'append-only for a year, then for the time of `retention`',
      words: {
        about: 'the id of an account that no longer exists, or a shortened address',
        detail: 'what operators did has to stay as it was recorded',
      },
      nobodys: ['id', 'actorId', 'action'],
    },
  },
  flags: {
    withheld: 'notices to operators about an order, an account or a part of the shop, by its id',
    deletion: {
      kept: 'what operators had to look at, without its words',
      without: ['detail'],
      words: { about: 'the id of an order, a refund or an account that no longer exists' },
      nobodys: ['id', 'kind'],
    },
  },
  stockChanges: {
    withheld: 'the record of operators’ work on the stock, with an order’s id where it was returned',
    deletion: {
      kept: accountingRecords,
      words: { note: 'why the stock was changed: append-only, and about products' },
      nobodys: ['id', 'productId', 'reason', 'actorId', 'orderId'],
    },
  },
  catalogueChanges: {
    withheld: 'the record of operators’ work on the catalogue',
    deletion: {
      kept: 'the history of the catalogue, with the operator’s id',
      words: {
        reason: 'why a change is not in content: about products',
        fields: 'values of products',
        commit: 'the id of a commit',
      },
      nobodys: ['id', 'actorId', 'productId', 'state', 'undoes'],
    },
  },
  products: { notPersonal: 'the catalogue' },
  productFiles: { notPersonal: 'the catalogue' },
  priceChanges: { notPersonal: 'what products have cost' },
  totals: { notPersonal: 'counts of orders, reviews and subscribers' },
  reviewFilters: { notPersonal: 'under which filters a review is listed, by its id' },
  withdrawnReviews: { notPersonal: 'counts of deleted reviews, by product' },
  incoming: { notPersonal: 'the catalogue, during an import' },
  jobs: { notPersonal: 'results of the scheduled job' },
  fills: { notPersonal: 'progress of jobs that fill old rows' },
  followed: { notPersonal: 'how far the follower of the orders has come' },
  vitals: { notPersonal: 'counts of page performance' },
  policyReports: { notPersonal: 'counts of blocked scripts, by page, directive and host' },
  remittanceTransfers: { notPersonal: 'sums of couriers’ transfers' },
  searches: { notPersonal: 'counts of searched texts, without those that look personal' },
  searchClicks: { notPersonal: 'counts of products that searches led to' },
  saleDays: { notPersonal: 'limits for the time of a sale' },
} satisfies Declared;

/** How each column of a personal table is shown in the export, or why it is not. */
export function columnsOf(name: keyof Tables): Record<string, How> {
  const declared: Declared[keyof Tables] = personalData[name];
  if ('notPersonal' in declared) return {};
  const exceptions: Record<string, How> = 'columns' in declared ? declared.columns : {};
  const columns = Object.entries(getTableColumns<SQLiteTable>(tables[name]));
  return Object.fromEntries(
    columns.map(([column, { dataType }]) => [
      column,
      'withheld' in declared ? declared : (exceptions[column] ?? (dataType === 'number' ? time : plain)),
    ]),
  );
}
