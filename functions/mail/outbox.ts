/**
 * The outbox: a letter is written down in the batch of what caused it, so that none is lost and none is
 * sent for what did not happen; `deliver.ts` sends it afterwards (decisions, "Orders and payment").
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, outbox } from '#db/schema.ts';
import type { Paise } from '#lib/money.ts';
import type { FlagKind } from '../flags/flag.ts';
import type { DataOf } from './letter.ts';

/** Letters about an order; what they say of it is read when they are sent. */
export type OrderLetter = {
  kind:
    | 'order_placed'
    | 'order_paid'
    | 'order_shipped'
    | 'order_delivered'
    | 'order_cancelled'
    | 'order_returned'
    | 'order_refunded';
  orderId: string;
  reason?: string | null;
  /** Money goes back. */
  refund?: boolean;
  amount?: Paise;
};

/** Their data is what the letter says. */
type PlainLetter = DataOf<
  | 'password_changed'
  | 'email_changed'
  | 'ticket_received'
  | 'ticket_answer'
  | 'account_deleted'
  | 'role_changed'
  | 'second_factor'
>;

export type OutboxLetter =
  | OrderLetter
  | PlainLetter
  /** @property token what the link carries; @property validUntil UTC ms */
  | { kind: 'welcome'; code: string; percent: number; minOrder: Paise; validUntil: number; token: string }
  | { kind: 'password_reset'; token: string; minutes: number }
  | { kind: 'email_change'; token: string; newEmail: string; minutes: number }
  | { kind: 'operator_flag'; flag: FlagKind; about: string; detail: string };

/**
 * @property cause what it is about: the same cause writes one letter to one address, however often
 * @property when what must hold in the database for it to be written
 * @property now UTC ms
 */
export type Posting = {
  cause: string;
  to: string | SQL;
  letter: OutboxLetter;
  now: number;
  when?: SQL | undefined;
};

/** A statement that puts a letter into the outbox; for a write batch. No address, no letter. */
export const post = (db: Db, { cause, to, letter, now, when = sql`true` }: Posting) =>
  db.write.run(sql`
    INSERT INTO ${outbox} (id, cause, recipient, letter, next_try_at, created_at)
    SELECT ${crypto.randomUUID()}, ${cause}, recipient, ${JSON.stringify(letter)}, ${now}, ${now}
    FROM (SELECT ${to} AS recipient) WHERE coalesce(recipient, '') <> '' AND ${when}
    ON CONFLICT (cause, recipient) DO NOTHING`);

/**
 * The same to every operator there is; without any it goes to the shop's own address (an empty recipient,
 * see functions/mail/deliver.ts).
 */
export const postToOperators = (db: Db, { cause, letter, now, when = sql`true` }: Omit<Posting, 'to'>) =>
  db.write.run(sql`
    INSERT INTO ${outbox} (id, cause, recipient, letter, next_try_at, created_at)
    SELECT lower(hex(randomblob(16))), ${cause}, operators.email, ${JSON.stringify(letter)}, ${now}, ${now}
    FROM (SELECT email FROM users WHERE role = 'operator'
          UNION ALL SELECT '' WHERE NOT EXISTS (SELECT 1 FROM users WHERE role = 'operator')) AS operators
    WHERE ${when}
    ON CONFLICT (cause, recipient) DO NOTHING`);

/** The same to the address that the order was placed with. */
export const postAboutOrder = (db: Db, letter: OrderLetter, cause: string, now: number, when?: SQL) =>
  post(db, {
    cause,
    to: sql`(SELECT address ->> 'email' FROM ${orders} WHERE id = ${letter.orderId})`,
    letter,
    now,
    when,
  });

/** Letters that an address may be sent in an hour because a stranger named it. */
const mostUnasked = 5;

/** A condition: the address has had few letters in the last hour. @param now UTC ms */
export const fewLetters = (address: string, now: number): SQL =>
  sql`(SELECT count(*) FROM ${outbox} WHERE recipient = ${address} AND created_at > ${now - 60 * 60 * 1000}) < ${mostUnasked}`;
