/** Tickets, newsletter, outbox and flags. */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Imported } from '#domain/import/imported.ts';
import type { IssueType } from '#domain/support/ticket.ts';
import { products } from './catalogue.ts';
import { flagKinds } from './flag-kinds.ts';
import type { OutboxEmail } from './outbox-email.ts';

/** Support requests of shoppers. */
export const tickets = sqliteTable(
  'tickets',
  {
    id: text().primaryKey(),
    name: text(),
    email: text().notNull(),
    subject: text().notNull(),
    issueType: text('issue_type').$type<IssueType>().notNull(),
    message: text().notNull(),
    status: text().$type<'open' | 'closed'>().notNull().default('open'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('tickets_created').on(table.createdAt, table.id),
    index('tickets_status').on(table.status, table.createdAt, table.id),
    index('tickets_email').on(table.email),
  ],
);

/** Operators' replies to tickets, sent by email. */
export const ticketAnswers = sqliteTable(
  'ticket_answers',
  {
    id: text().primaryKey(),
    ticketId: text('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    at: integer().notNull(),
    actorId: text('actor_id').notNull(),
    message: text().notNull(),
  },
  (table) => [index('ticket_answers_ticket').on(table.ticketId, table.at)],
);

/** Subscribers of the newsletter. */
export const subscribers = sqliteTable(
  'subscribers',
  {
    email: text().primaryKey(),
    createdAt: integer('created_at').notNull(),
    /** Token of the unsubscribe link: 128 random bits. */
    token: text(),
    unsubscribedAt: integer('unsubscribed_at'),
    /** When the address was asked to confirm the subscription; null once it has, and for older rows. */
    askedAt: integer('asked_at'),
    /** The address without what does not tell mailboxes apart (src/lib/mailbox.ts). Null for older rows. */
    mailbox: text(),
    /** They agreed in an earlier shop: `createdAt` is when, where its file says it. */
    imported: text({ mode: 'json' }).$type<Imported>(),
    /** It is part of the totals (db/schema/totals.ts). */
    counted: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    uniqueIndex('subscribers_token').on(table.token),
    index('subscribers_asked').on(table.askedAt).where(sql`asked_at IS NOT NULL`),
    index('subscribers_mailbox').on(table.mailbox).where(sql`mailbox IS NOT NULL`),
    // For the desk, which lists and counts the active subscribers.
    index('subscribers_created').on(table.unsubscribedAt, table.createdAt, table.email),
  ],
);

/** People who asked for an email when what is sold out is back: one row for a mailbox and a product, size or shade. */
export const stockAlerts = sqliteTable(
  'stock_alerts',
  {
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    /** The address without what does not tell mailboxes apart (src/lib/mailbox.ts). */
    mailbox: text().notNull(),
    email: text().notNull(),
    /** Token of the unsubscribe link: 128 random bits after a prefix (domain/newsletter/unsubscribe-paths.ts). */
    token: text().notNull(),
    createdAt: integer('created_at').notNull(),
    /** When its email was written, or its owner ended it; null while it waits. */
    endedAt: integer('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.mailbox] }),
    uniqueIndex('stock_alerts_token').on(table.token),
    index('stock_alerts_email').on(table.email),
    index('stock_alerts_open')
      .on(table.productId, table.createdAt, table.mailbox)
      .where(sql`ended_at IS NULL`),
    index('stock_alerts_ended').on(table.productId, table.endedAt).where(sql`ended_at IS NOT NULL`),
    index('stock_alerts_created').on(table.createdAt),
  ],
);

/** Emails to send, each written in the batch of the change that causes it (functions/outbox). */
export const outbox = sqliteTable(
  'outbox',
  {
    /** Also the first half of the Message-ID, and the mail provider's idempotency key. */
    id: text().primaryKey(),
    /** One email per cause and recipient. */
    cause: text().notNull(),
    recipient: text().notNull(),
    /** The email's content, under the column's old name. Cleared when it is sent, since it may hold a reset link. */
    content: text('letter', { mode: 'json' }).$type<OutboxEmail>(),
    /** `held`: above the limit of emails that strangers may cause to one recipient; listed at the desk. */
    status: text().$type<'waiting' | 'sent' | 'given_up' | 'held'>().notNull().default('waiting'),
    /** A stranger may have caused it, so it counts towards the recipient's limit. */
    limited: integer({ mode: 'boolean' }).notNull().default(false),
    /** It counts towards the limit of such emails of the whole shop (functions/outbox/enqueue.ts). */
    stranger: integer({ mode: 'boolean' }).notNull().default(false),
    attempts: integer().notNull().default(0),
    /** Claimed by a run, or waiting for the next attempt, until this time. */
    nextTryAt: integer('next_try_at').notNull(),
    error: text(),
    createdAt: integer('created_at').notNull(),
    sentAt: integer('sent_at'),
  },
  (table) => [
    uniqueIndex('outbox_cause').on(table.cause, table.recipient),
    index('outbox_due').on(table.status, table.nextTryAt),
    index('outbox_recipient').on(table.recipient, table.createdAt),
    index('outbox_sent').on(table.sentAt).where(sql`sent_at IS NOT NULL`),
    index('outbox_strangers').on(table.createdAt).where(sql`stranger = 1`),
  ],
);

/** Problems that an operator has to look at. Each flag is emailed to the operators once. */
export const flags = sqliteTable(
  'flags',
  {
    id: text().primaryKey(),
    kind: text({ enum: flagKinds }).notNull(),
    /** Id of an order, an email, a job or a user. */
    about: text().notNull(),
    detail: text().notNull(),
    createdAt: integer('created_at').notNull(),
    resolvedAt: integer('resolved_at'),
  },
  (table) => [
    uniqueIndex('flags_once').on(table.kind, table.about),
    index('flags_open').on(table.resolvedAt, table.createdAt),
  ],
);

/** The last results of each part of the scheduled job. */
export const jobs = sqliteTable('jobs', {
  name: text().primaryKey(),
  finishedAt: integer('finished_at'),
  /** Failed runs since the last success. */
  failures: integer().notNull().default(0),
});

/**
 * Progress of the jobs that fill old rows (functions/jobs/fill.ts). A fill goes through a table by `rowid`, from `top`
 * down to `bottom`.
 */
export const fills = sqliteTable('fills', {
  name: text().primaryKey(),
  /** Rows of this `rowid` and above did not exist when the fill began. */
  top: integer().notNull(),
  /** Rows of this `rowid` and above are filled. */
  position: integer().notNull(),
  /** The lowest `rowid` to fill. */
  bottom: integer().notNull(),
  finishedAt: integer('finished_at'),
});

/**
 * How far a follower has come in a table whose rows others are derived from (functions/orders/follow.ts): the `rowid` and the
 * id of the last row that it has done.
 */
export const followed = sqliteTable('followed', {
  name: text().primaryKey(),
  position: integer().notNull(),
  /** Another one, or none, at this `rowid`: the table was filled anew, so the follower begins at its start. */
  id: text(),
});
