/**
 * Emailed links: tokens of 256 random bits, of which only the SHA-256 is stored. They work once, for a limited time. A
 * change of the password or the address ends all links of the account, since others may read the mailbox that they are
 * in.
 */
import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { links, outbox, users } from '#db/schema/index.ts';
import type { OutboxEmail } from '#db/schema/outbox-email.ts';
import { resetMinutes } from '#domain/accounts/account.ts';
import { refusal } from '../lib/refusal.ts';
import { newToken, sha256 } from '../lib/token.ts';
import { enqueueEmail } from '../outbox/enqueue.ts';

export type Purpose = (typeof links.$inferInsert)['purpose'];

/** Lifetime of links, minutes. */
const linkMinutes: Record<Purpose, number> = { reset: resetMinutes, email: 30, verify: 24 * 60 };

/** Lifetime of a link, ms. */
export const linkLife = (purpose: Purpose): number => linkMinutes[purpose] * 60_000;

/** A new token for the email, and the link as it is stored. @param now UTC ms */
export function newLink(purpose: Purpose, now: number) {
  const token = newToken();
  const link = { tokenHash: sha256(token), purpose, createdAt: now, expiresAt: now + linkLife(purpose) };
  return { token, link };
}

/** @param again a sentence that says what to do */
export const deadLink = refusal(409, 'link_dead', (again: string) => ({
  message: `This link has been used, or is too old. ${again}`,
}));

type NewLink = ReturnType<typeof newLink>['link'];

/** Stores a link for the one user for whom `who` holds. @param email the new address, for the purpose `email` */
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
 * @property link its purpose, and for `email` the new address
 * @property to recipient
 * @property who condition on `users` for the link's owner; if no user matches, no email is sent
 * @property when further condition in the database
 * @property extra as in the outbox; it counts towards the recipient's limits in any case
 * @property now UTC ms
 */
type LinkEmail = {
  link:
    | { purpose: 'reset' }
    | { purpose: 'verify'; isGuest: boolean }
    | { purpose: 'email'; newEmail: string };
  to: string;
  who: SQL;
  when?: SQL;
  extra?: SQL;
  now: number;
};

/**
 * Statements that enqueue an email with a new link, and store the link. If the email is held, the link is not stored:
 * the second statement then returns no row.
 */
export function enqueueLinkEmail(
  db: Db,
  { link: options, to, who, when = sql`true`, extra, now }: LinkEmail,
) {
  const { token, link } = newLink(options.purpose, now);
  const content = linkEmailContent(options, token);
  const cause = causeOf(content.kind, link.tokenHash);
  const may = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${who}) AND ${when}`;
  const isMailed = sql`EXISTS (SELECT 1 FROM ${outbox} WHERE cause = ${cause} AND status <> 'held')`;
  return [
    enqueueEmail(db, { cause, to, content, now, when: may, limited: true, extra }),
    storeLink(db, link, sql`${who} AND ${isMailed}`, 'newEmail' in options ? options.newEmail : undefined),
  ] as const;
}

const causeOf = (kind: OutboxEmail['kind'], tokenHash: string): string => `${kind}:${tokenHash}`;

function linkEmailContent(link: LinkEmail['link'], token: string): OutboxEmail {
  const minutes = linkMinutes[link.purpose];
  switch (link.purpose) {
    case 'reset':
      return { kind: 'password_reset', token, minutes };
    case 'verify':
      return { kind: 'verify_email', token, hours: minutes / 60, ...(link.isGuest && { order: true }) };
    case 'email':
      return { kind: 'email_change', token, newEmail: link.newEmail, minutes };
  }
}

/** Subquery: the newest password link whose email was sent or is waiting; NULL when there is none. */
export const newestResetLink = (userId: SQL): SQL => sql`(SELECT token_hash FROM ${links}
  WHERE user_id = ${userId} AND purpose = 'reset' AND EXISTS (SELECT 1 FROM ${outbox}
    WHERE cause = ${causeOf('password_reset', '')} || token_hash AND status IN ('waiting', 'sent'))
  ORDER BY created_at DESC, ${links}.rowid DESC LIMIT 1)`;

/** A link that was opened. @property hash SHA-256 of its token @property now UTC ms */
export type OpenedLink = { purpose: Purpose; hash: string; now: number };

const isThisValidLink = ({ purpose, hash, now }: OpenedLink) =>
  and(eq(links.tokenHash, hash), eq(links.purpose, purpose), gt(links.expiresAt, now));

/** Condition: the link is still valid. */
export const isValidLink = (opened: OpenedLink): SQL =>
  sql`EXISTS (SELECT 1 FROM ${links} WHERE ${isThisValidLink(opened)})`;

/** A query for the link's owner; no row for a used, expired or unknown link. */
export const findLinkOwner = (db: Db, opened: OpenedLink) =>
  db.write
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      guest: users.guest,
      verifiedAt: users.verifiedAt,
      newEmail: links.email,
    })
    .from(links)
    .innerJoin(users, eq(users.id, links.userId))
    .where(isThisValidLink(opened));

/** Ends all links of an account. In a batch it comes after all statements that check a link. */
export const endLinks = (db: Db, userId: string, when: SQL = sql`true`) =>
  db.write.delete(links).where(and(eq(links.userId, userId), when));
