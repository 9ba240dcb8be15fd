/** People: who they are, where they are signed in, what lies in their carts. */
import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Role } from '#features/accounts/account.ts';
import type { ApiAddress } from '#features/orders/order.ts';

export const users = sqliteTable(
  'users',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    /** Trimmed and lower-cased. */
    email: text().notNull(),
    /** `scrypt$N$r$p$salt$hash`, base64 (functions/accounts/password.ts). */
    password: text().notNull(),
    /** The password was printed by `npm run operator`: good once, until its owner has chosen another. */
    oneTime: integer('one_time', { mode: 'boolean' }).notNull().default(false),
    role: text().$type<Role>().notNull().default('shopper'),
    createdAt: integer('created_at').notNull(),
    /** When its owner opened a link, or used a code, that was mailed to the address. Null: anybody may have typed it. */
    verifiedAt: integer('verified_at'),
    /** An operator has lifted the limits of unpaid orders for it (`limits` of content/store.yaml). */
    limitsLifted: integer('limits_lifted', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    // Few among many: who is told of a flag, who stands behind the counter, and whose limits are lifted.
    index('users_operators').on(table.role).where(sql`role = 'operator'`),
    index('users_lifted').on(table.limitsLifted).where(sql`limits_lifted = 1`),
    check('users_role', sql`${table.role} IN ('shopper', 'operator')`),
  ],
);

/** Only a token's SHA-256 is stored: who reads the database cannot sign in with it. */
export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** What it was begun on, such as `Chrome on Android`; for its owner to recognise it by. */
    device: text(),
    /** The sign-in met what an operator's has to: with their second factor, where one is asked for. */
    elevated: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
);

/** Devices that have signed in to an account before: their wrong passwords are counted apart (functions/limits). */
export const devices = sqliteTable(
  'devices',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the random token that the device keeps. */
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
  /** Step (30 s) of the last code that was accepted: that code, and any before it, is refused. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: integer('created_at').notNull(),
});

/** Codes to sign in with when the phone that holds the second factor is lost; each is good once. */
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

/** Links that were mailed to somebody, once: a new password, a new e-mail address, a proof of the address. */
export const links = sqliteTable(
  'links',
  {
    /** SHA-256 of what the link carries, as for sessions. */
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

/** An account's address book: the last used first. */
export const addresses = sqliteTable(
  'addresses',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    address: text({ mode: 'json' }).$type<ApiAddress>().notNull(),
    /** SHA-256 of the address, so that the same one is kept once. */
    hash: text().notNull(),
    usedAt: integer('used_at').notNull(),
  },
  (table) => [
    uniqueIndex('addresses_same').on(table.userId, table.hash),
    index('addresses_user').on(table.userId, table.usedAt),
  ],
);

/** Counters that must hold against parallel requests (functions/limits). */
export const attempts = sqliteTable(
  'attempts',
  {
    /** What is counted and for whom, hashed: no address and no e-mail is kept. */
    key: text().primaryKey(),
    count: integer().notNull(),
    blockedUntil: integer('blocked_until').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('attempts_expiry').on(table.expiresAt)],
);
