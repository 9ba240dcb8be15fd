/**
 * Links that are mailed: 256 random bits, of which only the SHA-256 is stored, good once and for as long as their
 * purpose needs. A change of an account's password or address ends its links: the one that was used, and any
 * that wait in a mailbox which is no longer its owner's alone.
 */
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { links, outbox, users } from '#db/schema/index.ts';
import type { OutboxLetter } from '#db/schema/outbox-email.ts';
import { post } from '../outbox/enqueue.ts';
import { newToken, sha256 } from '../session/token.ts';

export type Purpose = (typeof links.$inferInsert)['purpose'];

/** How long links are good for, minutes. */
const linkMinutes: Record<Purpose, number> = { reset: 30, email: 30, verify: 24 * 60 };

/** The same as ms. */
export const linkLife = (purpose: Purpose): number => linkMinutes[purpose] * 60_000;

/** A link's token, for the letter, and the link as it is stored. @param now UTC ms */
export function newLink(purpose: Purpose, now: number) {
  const token = newToken();
  const link = {
    tokenHash: sha256(token),
    purpose,
    createdAt: now,
    expiresAt: now + linkLife(purpose),
  };
  return { token, link };
}

type NewLink = ReturnType<typeof newLink>['link'];

/** Stores it for the one person of `users` for whom `who` holds. @param email the new address, if it is about one */
export const storeLink = (
  db: Db,
  { tokenHash, purpose, createdAt, expiresAt }: NewLink,
  who: SQL,
  email?: string,
) =>
  db.write.all<{ userId: string }>(sql`
    INSERT INTO ${links} (token_hash, user_id, purpose, email, created_at, expires_at)
    SELECT ${tokenHash}, ${users.id}, ${purpose}, ${email ?? null}, ${createdAt}, ${expiresAt} FROM ${users} WHERE ${who}
    RETURNING user_id AS userId`);

/**
 * @property purpose of the link, and for `email` the new address
 * @property to where it is mailed
 * @property who condition on `users`: whose link it is; nobody's, nothing is mailed
 * @property when what else must hold in the database before it is mailed
 * @property limited as of the outbox; left out, it counts towards the limit of its recipient
 * @property now UTC ms
 */
type Mailing = {
  link: { purpose: 'reset' | 'verify' } | { purpose: 'email'; newEmail: string };
  to: string;
  who: SQL;
  when?: SQL;
  limited?: SQL;
  now: number;
};

/** Statements that mail a new link, and store it unless its email is held: no row comes back of the second then. */
export function mailLink(db: Db, { link: wanted, to, who, when = sql`true`, limited, now }: Mailing) {
  const { token, link } = newLink(wanted.purpose, now);
  const letter = letterWith(wanted, token);
  const cause = causeOf(letter.kind, link.tokenHash);
  const may = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${who}) AND ${when}`;
  const isMailed = sql`EXISTS (SELECT 1 FROM ${outbox} WHERE cause = ${cause} AND status <> 'held')`;
  return [
    post(db, { cause, to, letter, now, when: may, limited: limited ?? true }),
    storeLink(db, link, sql`${who} AND ${isMailed}`, 'newEmail' in wanted ? wanted.newEmail : undefined),
  ] as const;
}

const causeOf = (kind: OutboxLetter['kind'], tokenHash: string): string => `${kind}:${tokenHash}`;

function letterWith(link: Mailing['link'], token: string): OutboxLetter {
  const minutes = linkMinutes[link.purpose];
  switch (link.purpose) {
    case 'reset':
      return { kind: 'password_reset', token, minutes };
    case 'verify':
      return { kind: 'verify_email', token, hours: minutes / 60 };
    case 'email':
      return { kind: 'email_change', token, newEmail: link.newEmail, minutes };
  }
}

/** The newest link for a new password that has left for an account's mailbox; NULL when there is none left. */
export const newestReset = (userId: SQL): SQL => sql`(SELECT token_hash FROM ${links}
  WHERE user_id = ${userId} AND purpose = 'reset' AND EXISTS (SELECT 1 FROM ${outbox}
    WHERE cause = ${causeOf('password_reset', '')} || token_hash AND status IN ('waiting', 'sent'))
  ORDER BY created_at DESC, ${links}.rowid DESC LIMIT 1)`;

/** A link as it comes back. @property hash what its token is stored as; undefined for what cannot be one of ours */
export type Opened = { purpose: Purpose; hash: string; now: number };

const living = ({ purpose, hash, now }: Opened) =>
  and(eq(links.tokenHash, hash), eq(links.purpose, purpose), gt(links.expiresAt, now));

/** Condition: the link is still good. */
export const isLiving = (opened: Opened): SQL => sql`EXISTS (SELECT 1 FROM ${links} WHERE ${living(opened)})`;

/** Whose link it is; no row when it is used, over or invented. */
export const ownerOf = (db: Db, opened: Opened) =>
  db.write
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      verifiedAt: users.verifiedAt,
      newEmail: links.email,
    })
    .from(links)
    .innerJoin(users, eq(users.id, links.userId))
    .where(living(opened));

/** Ends every link of an account. For the batch that changes it, after all that asks whether one lives. */
export const endLinks = (db: Db, userId: string, when: SQL = sql`true`) =>
  db.write.delete(links).where(and(eq(links.userId, userId), when));
