/** Tickets, newsletter, outbox and flags. */
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { IssueType } from '#features/support/ticket.ts';
import type { OutboxLetter } from './outbox-email.ts';

/** What a shopper asked for help with. */
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

/** What operators answered, by mail. */
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

/** Who wants the newsletter. */
export const subscribers = sqliteTable(
  'subscribers',
  {
    email: text().primaryKey(),
    createdAt: integer('created_at').notNull(),
    /** What an unsubscribe link carries: 128 random bits. */
    token: text(),
    unsubscribedAt: integer('unsubscribed_at'),
  },
  (table) => [
    uniqueIndex('subscribers_token').on(table.token),
    // Who gets the newsletter, for the desk to list and count.
    index('subscribers_created').on(table.unsubscribedAt, table.createdAt, table.email),
  ],
);

/** Letters that have to be sent, written in the batch of what caused them (functions/mail). */
export const outbox = sqliteTable(
  'outbox',
  {
    /** Also the Message-ID and the mail provider's idempotency key. */
    id: text().primaryKey(),
    /** What it is about; the same cause writes one letter. */
    cause: text().notNull(),
    recipient: text().notNull(),
    /** Emptied once it is sent: a reset link is a key. */
    letter: text({ mode: 'json' }).$type<OutboxLetter>(),
    /** `held`: one more than a recipient is sent because of strangers; the desk shows it. */
    status: text().$type<'waiting' | 'sent' | 'given_up' | 'held'>().notNull().default('waiting'),
    /** A stranger may have caused it: it counts towards its recipient's limit. */
    limited: integer({ mode: 'boolean' }).notNull().default(false),
    attempts: integer().notNull().default(0),
    /** Claimed or waiting until then. */
    nextTryAt: integer('next_try_at').notNull(),
    error: text(),
    createdAt: integer('created_at').notNull(),
    sentAt: integer('sent_at'),
  },
  (table) => [
    uniqueIndex('outbox_cause').on(table.cause, table.recipient),
    index('outbox_due').on(table.status, table.nextTryAt),
    index('outbox_recipient').on(table.recipient, table.createdAt),
    index('outbox_sent').on(table.sentAt),
  ],
);

/** What an operator has to look at. Each flag is emailed to the operators once. */
export const flags = sqliteTable(
  'flags',
  {
    id: text().primaryKey(),
    kind: text({
      enum: [
        // The amount or currency that was paid is not the order's; nothing was applied.
        'payment_mismatch',
        // A payment arrived after its order had ended, or arrived twice.
        'late_payment',
        'refund_due',
        // The provider refused the refund.
        'refund_failed',
        // A provider has not said for two hours whether a payment was made.
        'provider_silent',
        // A bank asks for a payment back, and the provider waits for the shop's answer.
        'dispute',
        // A page that takes payments requested a script that its CSP forbids.
        'page_script_blocked',
        'mail_failing',
        'job_failing',
        // About a user id: an operator signed in on a new device; wrong passwords or codes.
        'operator_new_device',
        'operator_sign_in_failures',
      ],
    }).notNull(),
    /** An order's, a letter's or a job's id. */
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

/** How the parts of the scheduled job fare. */
export const jobs = sqliteTable('jobs', {
  name: text().primaryKey(),
  finishedAt: integer('finished_at'),
  /** Runs that failed since one went well. */
  failures: integer().notNull().default(0),
});

export type FlagKind = typeof flags.$inferSelect.kind;
