/** The address book of an account: at most ten addresses, the last used first. */
import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { addresses, sessions } from '#db/schema/index.ts';
import type { OrderRow } from '#db/schema/orders.ts';
import type { SavedAddress } from '#features/accounts/account.ts';
import { mostAddresses } from '#features/accounts/book.ts';
import type { DeliveryAddress } from '#features/addresses/address.ts';
import type { ApiAddress } from '#features/orders/order.ts';
import { overHour, type TooMany, takeHour, withinHour } from '../limits/attempts.ts';
import type { Owner } from '../session/owner.ts';
import { personOf, userIdOf } from '../session/session.ts';
import { sha256 } from '../session/token.ts';
import { changes } from './rename.ts';

/** Only what belongs to an address, in one order, so that the same one is always the same text. */
const parts = ({
  firstName,
  lastName,
  address,
  city,
  state,
  zipcode,
  phone,
  email,
}: Omit<ApiAddress, 'country'>): ApiAddress => ({
  firstName,
  lastName,
  address,
  city,
  state,
  zipcode,
  country: 'India',
  phone,
  email,
});

const hashOf = (address: ApiAddress): string => sha256(JSON.stringify(address));

/** Statements that the change of a book ends with: who it is, and what the book holds now. */
const outcome = (db: Db, { tokenHash, now }: Owner) =>
  [
    personOf(db, tokenHash, now),
    db.read
      .select({ id: addresses.id, address: addresses.address, hash: addresses.hash })
      .from(addresses)
      .where(eq(addresses.userId, userIdOf(tokenHash, now)))
      .orderBy(desc(addresses.usedAt), desc(sql`rowid`)),
  ] as const;

const answer = (rows: { id: string; address: ApiAddress }[]): SavedAddress[] =>
  rows.map(({ id, address }) => ({ id, ...address }));

/** @returns undefined for a dead token */
export async function listAddresses(db: Db, owner: Owner): Promise<SavedAddress[] | undefined> {
  const [[person], rows] = await db.read.batch(outcome(db, owner));
  return person && answer(rows);
}

type Changed<Code extends string> =
  | { ok: true; addresses: SavedAddress[] }
  | { ok: false; code: 'signed_out' | Code }
  | TooMany;

/**
 * Keeps an address as the one used last; one that is in the book already is not kept twice.
 * @param perHour changes of one account in an hour
 */
export async function addAddress(
  db: Db,
  owner: Owner,
  form: DeliveryAddress,
  perHour: number,
): Promise<Changed<'book_full'>> {
  const { tokenHash, now } = owner;
  const address = parts(form);
  const hash = hashOf(address);
  const [[used], , [person], rows] = await db.write.batch([
    takeHour(db, changes(owner), now),
    db.write.run(sql`
      INSERT INTO ${addresses} (id, user_id, address, hash, used_at)
      SELECT ${crypto.randomUUID()}, s.user_id, ${JSON.stringify(address)}, ${hash}, ${now} FROM ${sessions} AS s
      WHERE s.token_hash = ${tokenHash} AND s.expires_at > ${now} AND ${withinHour(changes(owner), perHour)}
        AND (SELECT count(*) FROM ${addresses} AS kept
             WHERE kept.user_id = s.user_id AND kept.hash <> ${hash}) < ${mostAddresses}
      ON CONFLICT (user_id, hash) DO UPDATE SET used_at = excluded.used_at`),
    ...outcome(db, owner),
  ]);
  if (!person) return { ok: false, code: 'signed_out' };
  const refused = overHour(used, perHour, now);
  if (refused) return refused;
  return rows.some((row) => row.hash === hash)
    ? { ok: true, addresses: answer(rows) }
    : { ok: false, code: 'book_full' };
}

/** Writes an address anew. What it becomes is not kept twice either: it takes the place of its double. */
export async function changeAddress(
  db: Db,
  owner: Owner,
  id: string,
  form: DeliveryAddress,
  perHour: number,
): Promise<Changed<'not_found'>> {
  const { tokenHash, now } = owner;
  const address = parts(form);
  const hash = hashOf(address);
  const mine = and(eq(addresses.userId, userIdOf(tokenHash, now)), withinHour(changes(owner), perHour));
  const there = sql`EXISTS (SELECT 1 FROM ${addresses} AS old
    WHERE old.id = ${id} AND old.user_id = ${userIdOf(tokenHash, now)})`;
  const [[used], , changed, [person], rows] = await db.write.batch([
    takeHour(db, changes(owner), now),
    db.write.delete(addresses).where(and(mine, eq(addresses.hash, hash), ne(addresses.id, id), there)),
    db.write
      .update(addresses)
      .set({ address, hash })
      .where(and(mine, eq(addresses.id, id)))
      .returning({ id: addresses.id }),
    ...outcome(db, owner),
  ]);
  if (!person) return { ok: false, code: 'signed_out' };
  const refused = overHour(used, perHour, now);
  if (refused) return refused;
  return changed.length ? { ok: true, addresses: answer(rows) } : { ok: false, code: 'not_found' };
}

export async function removeAddress(
  db: Db,
  owner: Owner,
  id: string,
  perHour: number,
): Promise<Changed<'not_found'>> {
  const { tokenHash, now } = owner;
  const mine = and(eq(addresses.userId, userIdOf(tokenHash, now)), withinHour(changes(owner), perHour));
  const [[used], removed, [person], rows] = await db.write.batch([
    takeHour(db, changes(owner), now),
    db.write
      .delete(addresses)
      .where(and(mine, eq(addresses.id, id)))
      .returning({ id: addresses.id }),
    ...outcome(db, owner),
  ]);
  if (!person) return { ok: false, code: 'signed_out' };
  const refused = overHour(used, perHour, now);
  if (refused) return refused;
  return removed.length ? { ok: true, addresses: answer(rows) } : { ok: false, code: 'not_found' };
}

/**
 * Statements for the batch that writes an order. Its address comes first in the book, if it is in it or is to be
 * kept (`saveInfo`); beyond ten the ones that were not used for longest go.
 * @param userId whose book it is
 */
export function rememberAddress(
  db: Db,
  { address, createdAt: usedAt }: Pick<OrderRow, 'address' | 'createdAt'>,
  userId: SQL<string>,
  keep: boolean,
) {
  const kept = parts(address);
  const hash = hashOf(kept);
  if (!keep)
    return [
      db.write
        .update(addresses)
        .set({ usedAt })
        .where(and(eq(addresses.userId, userId), eq(addresses.hash, hash))),
    ];
  return [
    db.write
      .insert(addresses)
      .values({ id: crypto.randomUUID(), userId, address: kept, hash, usedAt })
      .onConflictDoUpdate({ target: [addresses.userId, addresses.hash], set: { usedAt } }),
    db.write.delete(addresses).where(
      and(
        eq(addresses.userId, userId),
        sql`id NOT IN (SELECT id FROM ${addresses} WHERE user_id = ${userId}
          ORDER BY used_at DESC, rowid DESC LIMIT ${mostAddresses})`,
      ),
    ),
  ];
}
