/** Accounts, their sessions and devices, second factors, emailed links, addresses, operators' notes and attempt counters. */
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Role } from '#domain/accounts/account.ts';
import type { OrderEmailChoice } from '#domain/email/order-emails.ts';
import type { ApiAddress } from '#domain/orders/order.ts';

export const users = sqliteTable(
  'users',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** Trimmed and lower-cased. */
    email: text().notNull(),
    /** `scrypt$N$r$p$salt$hash`, base64 (functions/accounts/password.ts). */
    password: text().notNull(),
    /** The password was printed by `npm run operator`: it works once, to choose another one. */
    oneTime: integer('one_time', { mode: 'boolean' }).notNull().default(false),
    role: text().$type<Role>().notNull().default('shopper'),
    /** Of an operator: whether they may change products, prices and texts. */
    editsContent: integer('edits_content', { mode: 'boolean' }).notNull().default(true),
    createdAt: integer('created_at').notNull(),
    /** UTC ms at which the owner of the mailbox proved it (functions/accounts/verified.ts). Null: anybody may have typed it. */
    verifiedAt: integer('verified_at'),
    /**
     * UTC ms at which somebody opened the link that confirms a guest's order (functions/orders/holds.ts). It says that the
     * mailbox is real, not that the guest is its owner.
     */
    confirmedAt: integer('confirmed_at'),
    /** Unused: the last release reads and writes it. */
    limitsLifted: integer('limits_lifted', { mode: 'boolean' }).notNull().default(false),
    /**
     * A shopper without an account: the row has no password that signs in, and its address may be anybody's, also that
     * of an account. Queries for an account by its address need `guest = 0`.
     */
    guest: integer({ mode: 'boolean' }).notNull().default(false),
    /** Which emails about orders an operator gets. */
    orderEmails: text('order_emails').$type<OrderEmailChoice>().notNull().default('none'),
    /** An operator who alone may confirm what otherwise needs two (`npm run operator -- add --owner`). */
    owner: integer({ mode: 'boolean' }).notNull().default(false),
    /** A guest's mobile number, ten digits. Null for accounts. */
    phone: text(),
    /**
     * Triggers of the migration raise it with each new order of this buyer, and with each change of one's status, payment or
     * account. The batch that writes an order compares it with the version that was read (functions/checkout/write.ts).
     */
    orderVersion: integer('order_version').notNull().default(0),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email).where(sql`guest = 0`),
    index('users_guest_email').on(table.email).where(sql`guest = 1`),
    index('users_guest_phone').on(table.phone).where(sql`guest = 1`),
    // The desk finds customers by the beginning of a name. SQLite uses it only for exactly this expression.
    index('users_name').on(sql`lower(name)`),
    // Partial indexes for few rows among many: operators, and accounts whose limits are lifted.
    index('users_operators').on(table.role).where(sql`role = 'operator'`),
    index('users_lifted').on(table.limitsLifted).where(sql`limits_lifted = 1`),
    check('users_role', sql`${table.role} IN ('shopper', 'operator')`),
  ],
);

/** Only the SHA-256 of a token is stored, so a reader of the database cannot sign in with it. */
export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** Browser and system, such as `Chrome on Android`, for the owner to recognise it. */
    device: text(),
    /** The sign-in met the requirements for operators: with their second factor, where one is required. */
    elevated: integer({ mode: 'boolean' }).notNull().default(false),
    /** The session of an order's link: it shows this order of the guest and does little else (functions/http/link-rights.ts). */
    orderId: text('order_id'),
    /** How that link came to its holder. */
    sentBy: text('sent_by').$type<'email' | 'phone'>(),
    /** Keyed hash of the code that was mailed for this session (functions/guests/prove.ts), and when it ends. */
    codeHash: text('code_hash'),
    codeUntil: integer('code_until'),
    /** UTC ms at which the holder of this session typed the code that was mailed to the guest's address. */
    provenAt: integer('proven_at'),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expiry').on(table.expiresAt),
    index('sessions_order').on(table.orderId).where(sql`order_id IS NOT NULL`),
  ],
);

/** Devices that have signed in to an account. Their wrong passwords are counted separately (functions/limits). */
export const devices = sqliteTable(
  'devices',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the random token that the device stores. */
    tokenHash: text('token_hash').notNull(),
    createdAt: integer('created_at').notNull(),
    usedAt: integer('used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tokenHash] }),
    index('devices_used').on(table.usedAt),
  ],
);

/** An operator's second factor: a TOTP secret (RFC 6238). */
export const secondFactors = sqliteTable('second_factors', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Base32. */
  secret: text().notNull(),
  /** Step (30 s) of the last accepted code. That code, and any before it, is refused. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: integer('created_at').notNull(),
});

/** Codes for signing in when the phone with the second factor is lost; each works once. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** Emailed links that work once: for a new password, a new email address, or to verify the address. */
export const links = sqliteTable(
  'links',
  {
    /** SHA-256 of the link's token, as for sessions. */
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text().$type<'reset' | 'email' | 'verify'>().notNull(),
    /** The new address, for `email`. */
    email: text(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('links_user').on(table.userId, table.purpose), index('links_expiry').on(table.expiresAt)],
);

/** An account's address book, the last used address first. */
export const addresses = sqliteTable(
  'addresses',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    address: text({ mode: 'json' }).$type<ApiAddress>().notNull(),
    /** SHA-256 of the address, so that the same address is stored once. */
    hash: text().notNull(),
    usedAt: integer('used_at').notNull(),
  },
  (table) => [
    uniqueIndex('addresses_same').on(table.userId, table.hash),
    index('addresses_user').on(table.userId, table.usedAt),
  ],
);

/** Operators' notes on a customer, who gets them with their data (docs/desk.md, "Customers"). */
export const customerNotes = sqliteTable(
  'customer_notes',
  {
    id: text().primaryKey(),
    /** An account or a guest. */
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    at: integer().notNull(),
    /** The operator's account. No foreign key, since notes outlive it. */
    actorId: text('actor_id').notNull(),
    text: text().notNull(),
  },
  (table) => [index('customer_notes_user').on(table.userId, table.at)],
);

/** Counters that stay exact under parallel requests (functions/limits). */
export const attempts = sqliteTable(
  'attempts',
  {
    /** The counted action and its subject; hashed, so that no network or email address is stored. */
    key: text().primaryKey(),
    count: integer().notNull(),
    blockedUntil: integer('blocked_until').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('attempts_expiry').on(table.expiresAt)],
);
