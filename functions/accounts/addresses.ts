/** The address book of an account: at most ten addresses, the last used one first. */
import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { addresses, sessions } from '#db/schema/index.ts';
import type { OrderRow } from '#db/schema/orders.ts';
import type { SavedAddress } from '#domain/accounts/account.ts';
import { maxAddresses } from '#domain/accounts/address-limit.ts';
import type { DeliveryAddress } from '#domain/addresses/address.ts';
import type { ApiAddress } from '#domain/orders/order.ts';
import type { Call } from '../lib/call.ts';
import type { Owner } from '../lib/owner.ts';
import { notFound, type Refusal, refusal, refuses, signedOut } from '../lib/refusal.ts';
import { findSessionUser, sessionUserId } from '../lib/session.ts';
import { sha256 } from '../lib/token.ts';
import { tooManyChanges } from '../limits/too-many.ts';
import { changeLimit } from './change-name.ts';

/** Only the fields of an address, in a fixed order, so that equal addresses have equal JSON. */
const normalizeAddress = ({
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

/** Statements that end a batch: the session's user, and the addresses of the book. */
const bookQueries = (db: Db, { tokenHash, now }: Owner) =>
  [
    findSessionUser(db, tokenHash, now),
    db.read
      .select({ id: addresses.id, address: addresses.address, hash: addresses.hash })
      .from(addresses)
      .where(eq(addresses.userId, sessionUserId(tokenHash, now)))
      .orderBy(desc(addresses.usedAt), desc(sql`rowid`)),
  ] as const;

const serializeAddresses = (rows: { id: string; address: ApiAddress }[]): SavedAddress[] =>
  rows.map(({ id, address }) => ({ id, ...address }));

export async function listAddresses({ db, owner }: Call): Promise<BookResult> {
  const [[person], rows] = await db.read.batch(bookQueries(db, owner));
  return person ? { ok: true, addresses: serializeAddresses(rows) } : signedOut();
}

type BookResult = { ok: true; addresses: SavedAddress[] } | Refusal;

export const bookFull = refusal(
  409,
  'book_full',
  `You can keep ${maxAddresses} addresses. Please remove one that you no longer need.`,
);
const unknownAddress = () => notFound('This address');

/** Saves an address, or changes the one with this id. */
export const saveAddress = (call: Call, { id, ...form }: DeliveryAddress & { id?: string | undefined }) =>
  id === undefined ? addAddress(call, form) : changeAddress(call, id, form);
refuses(saveAddress, notFound, bookFull);

/** Adds an address as the last used one. An address that is already in the book only moves to the front. */
async function addAddress({ db, owner, limits }: Call, form: DeliveryAddress): Promise<BookResult> {
  const { tokenHash, now } = owner;
  const address = normalizeAddress(form);
  const hash = hashOf(address);
  const limit = changeLimit({ owner, limits });
  const [used, , [person], rows] = await db.write.batch([
    limit.count(db),
    db.write.run(sql`
      INSERT INTO ${addresses} (id, user_id, address, hash, used_at)
      SELECT ${crypto.randomUUID()}, s.user_id, ${JSON.stringify(address)}, ${hash}, ${now} FROM ${sessions} AS s
      WHERE s.token_hash = ${tokenHash} AND s.expires_at > ${now} AND ${limit.isWithin}
        AND (SELECT count(*) FROM ${addresses} AS other
             WHERE other.user_id = s.user_id AND other.hash <> ${hash}) < ${maxAddresses}
      ON CONFLICT (user_id, hash) DO UPDATE SET used_at = excluded.used_at`),
    ...bookQueries(db, owner),
  ]);
  if (!person) return signedOut();
  const wait = limit.wait(used);
  if (wait) return tooManyChanges(wait);
  return rows.some((row) => row.hash === hash)
    ? { ok: true, addresses: serializeAddresses(rows) }
    : bookFull();
}

/** Changes an address. If the result equals another address of the book, it replaces that one. */
async function changeAddress(
  { db, owner, limits }: Call,
  id: string,
  form: DeliveryAddress,
): Promise<BookResult> {
  const { tokenHash, now } = owner;
  const address = normalizeAddress(form);
  const hash = hashOf(address);
  const limit = changeLimit({ owner, limits });
  const mine = and(eq(addresses.userId, sessionUserId(tokenHash, now)), limit.isWithin);
  const there = sql`EXISTS (SELECT 1 FROM ${addresses} AS old
    WHERE old.id = ${id} AND old.user_id = ${sessionUserId(tokenHash, now)})`;
  const [used, , changed, [person], rows] = await db.write.batch([
    limit.count(db),
    db.write.delete(addresses).where(and(mine, eq(addresses.hash, hash), ne(addresses.id, id), there)),
    db.write
      .update(addresses)
      .set({ address, hash })
      .where(and(mine, eq(addresses.id, id)))
      .returning({ id: addresses.id }),
    ...bookQueries(db, owner),
  ]);
  if (!person) return signedOut();
  const wait = limit.wait(used);
  if (wait) return tooManyChanges(wait);
  return changed.length ? { ok: true, addresses: serializeAddresses(rows) } : unknownAddress();
}

export async function removeAddress(
  { db, owner, limits }: Call,
  { id }: { id: string },
): Promise<BookResult> {
  const { tokenHash, now } = owner;
  const limit = changeLimit({ owner, limits });
  const mine = and(eq(addresses.userId, sessionUserId(tokenHash, now)), limit.isWithin);
  const [used, removed, [person], rows] = await db.write.batch([
    limit.count(db),
    db.write
      .delete(addresses)
      .where(and(mine, eq(addresses.id, id)))
      .returning({ id: addresses.id }),
    ...bookQueries(db, owner),
  ]);
  if (!person) return signedOut();
  const wait = limit.wait(used);
  if (wait) return tooManyChanges(wait);
  return removed.length ? { ok: true, addresses: serializeAddresses(rows) } : unknownAddress();
}
refuses(removeAddress, notFound);

/**
 * Statements for the batch that writes an order. The order's address moves to the front of the book, if it is in the
 * book or is to be saved (`saveInfo`). Beyond ten addresses, those not used for the longest time are deleted.
 * @param userId owner of the book @param keep `saveInfo` of the checkout
 */
export function rememberAddress(
  db: Db,
  { address, createdAt: usedAt }: Pick<OrderRow, 'address' | 'createdAt'>,
  userId: SQL<string>,
  keep: boolean,
) {
  const normalized = normalizeAddress(address);
  const hash = hashOf(normalized);
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
      .values({ id: crypto.randomUUID(), userId, address: normalized, hash, usedAt })
      .onConflictDoUpdate({ target: [addresses.userId, addresses.hash], set: { usedAt } }),
    db.write.delete(addresses).where(
      and(
        eq(addresses.userId, userId),
        sql`id NOT IN (SELECT id FROM ${addresses} WHERE user_id = ${userId}
          ORDER BY used_at DESC, rowid DESC LIMIT ${maxAddresses})`,
      ),
    ),
  ];
}
