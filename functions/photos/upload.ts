/**
 * Uploads of photos (docs/behaviour.md, "Photos"). A photo is stored without metadata, and belongs to nothing until it is
 * used.
 */
import { and, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, photos } from '#db/schema/index.ts';
import { cleanPhoto, type PhotoProblem } from '#domain/photos/clean-photo.ts';
import {
  maxPhotoSide,
  maxUnusedPhotos,
  type PhotoShare,
  photoShares,
  photoUsableFor,
} from '#domain/photos/photo.ts';
import type { Call } from '../lib/call.ts';
import { logError } from '../lib/log.ts';
import { type Refusal, refusal, refuses, signedOut, unavailable, wrongFields } from '../lib/refusal.ts';
import { brokenOff, readBytes } from '../lib/request-bytes.ts';
import { rowValues } from '../lib/row-values.ts';
import { sessionUserId } from '../lib/session.ts';
import { accountCounter, type Counter } from '../limits/attempts.ts';
import { type HourlyLimit, hourlyLimit, limitOfCall, networkLimit } from '../limits/hourly.ts';
import { tooManyChanges } from '../limits/too-many.ts';
import { isUnused } from './use.ts';

/** Why a photo is not taken. */
export const photoRefusals = {
  tooLarge: refusal(413, 'too_large', (bytes: number) => ({
    message: `A photo can have at most ${bytes / 1024 / 1024} MB. Please choose a smaller one.`,
  })),
  type: refusal(415, 'not_a_photo', 'This is not a photo that we can read. Please choose a JPEG or WebP.'),
  broken: wrongFields,
};

/** By what is wrong with its bytes. */
const refuse: Record<PhotoProblem, () => Refusal> = {
  type: photoRefusals.type,
  broken: () =>
    wrongFields({ photo: 'This photo is damaged or did not arrive in full. Please choose another one.' }),
  dimensions: () =>
    wrongFields({
      photo: `A photo can have at most ${maxPhotoSide} pixels on a side. Please choose a smaller one.`,
    }),
};

/**
 * Who uploads.
 * @property userId of the account or the guest whose the photos are; NULL for a session that has ended
 * @property counter of their photos
 * @property from perHour: photos of a counter, and a fifth of those of a network, in an hour
 */
export type PhotoSender = { db: Db; userId: SQL; counter: Counter; from: HourlyLimit };

/** Who uploads, of the session. */
const sessionUploader = ({ owner }: Call) => ({
  userId: sessionUserId(owner.tokenHash, owner.now),
  counter: accountCounter('photo', owner),
});

/** Uploads a photo of the session. */
export const uploadPhoto = (call: Call) => receivePhoto(call, sessionUploader(call));
refuses(uploadPhoto, photoRefusals, brokenOff);

/** Reads the photo that is the request's body, and stores it. @throws Refusal when the body is too large or breaks off */
export async function receivePhoto(
  call: Call,
  uploader: Pick<PhotoSender, 'userId' | 'counter'>,
): Promise<{ ok: true; id: string } | Refusal> {
  const by = { ...uploader, db: call.db, from: limitOfCall(call, call.limits.PHOTOS_PER_HOUR) };
  const admitted = await admitUpload(by);
  if (!admitted.ok) return admitted;
  const bytes = await readBytes(call.request, admitted.bytes, () => photoRefusals.tooLarge(admitted.bytes));
  return storePhoto(by, call.photos, bytes);
}

const limitsOf = ({ counter, from }: PhotoSender) => ({
  own: hourlyLimit(counter, from.perHour, from.now),
  // Thousands of phones may share an address.
  network: networkLimit('photo', { ...from, perHour: from.perHour * 5 }),
  others: networkLimit('photo-others', { ...from, perHour: Math.ceil(from.perHour / 3) }),
});

/** Condition: an order was delivered to the sender, who can return it and review it. */
const isBuyer = ({ userId }: PhotoSender): SQL =>
  sql`EXISTS (SELECT 1 FROM ${orders} AS got WHERE got.user_id = ${userId} AND got.status IN ('Delivered', 'Returned'))`;

/** Condition: unused photos of the whole shop leave room for one of this share. @param now UTC ms */
const isRoomFor = ({ unused, unusedBytes }: PhotoShare, now: number): SQL =>
  sql`(SELECT count(*) < ${unused} AND coalesce(sum(bytes), 0) < ${unusedBytes} FROM ${photos}
    WHERE ${isUnused} AND ${gt(photos.createdAt, now - 2 * photoUsableFor)})`;

/** Seconds until a refused sender may try again: unused photos are deleted after a day. */
const roomWait = 3600;

/** Checks the sender of an upload before its bytes are read. @returns the most bytes that the photo may have */
async function admitUpload(sender: PhotoSender): Promise<{ ok: true; bytes: number } | Refusal> {
  const { db, userId, from } = sender;
  const { own, network, others } = limitsOf(sender);
  const [[person], mine, ofNetwork, ofOthers] = await db.read.batch([
    db.read
      .select({
        id: sql<string | null>`${userId}`,
        buyer: sql<number>`${isBuyer(sender)}`,
        roomForBuyers: sql<number>`${isRoomFor(photoShares.buyers, from.now)}`,
        roomForOthers: sql<number>`${isRoomFor(photoShares.others, from.now)}`,
      })
      .from(sql`(SELECT 1)`),
    own.read(db),
    network.read(db),
    others.read(db),
  ]);
  if (!person?.id) return signedOut();
  const { buyer, roomForBuyers, roomForOthers } = person;
  const wait =
    own.wait(mine) ??
    network.wait(ofNetwork) ??
    (buyer ? undefined : others.wait(ofOthers)) ??
    ((buyer ? roomForBuyers : roomForOthers) ? undefined : roomWait);
  if (wait) return tooManyChanges(wait);
  return { ok: true, bytes: (buyer ? photoShares.buyers : photoShares.others).photo };
}

/**
 * Stores and counts the picture of an upload. The owner keeps the newest unused photos.
 * @returns its id; it is usable for `photoUsableFor`
 */
async function storePhoto(
  sender: PhotoSender,
  bucket: R2Bucket,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ ok: true; id: string } | Refusal> {
  const clean = cleanPhoto(bytes);
  if (typeof clean === 'string') return refuse[clean]();
  const { db, userId, from } = sender;
  const { own, network, others } = limitsOf(sender);
  const id = crypto.randomUUID();
  const { type, width, height } = clean;
  const isSignedIn = sql`${userId} IS NOT NULL`;
  const row = { id, userId, type, width, height, bytes: clean.bytes.length, createdAt: from.now };
  const buyer = isBuyer(sender);
  const isAllowed = sql`iif(${buyer}, ${isRoomFor(photoShares.buyers, from.now)},
    ${others.isWithin} AND ${isRoomFor(photoShares.others, from.now)})`;
  const [mine, ofNetwork, ofOthers, inserted, [still]] = await db.write.batch([
    own.count(db),
    network.count(db, isSignedIn),
    others.count(db, sql`${isSignedIn} AND NOT ${buyer}`),
    db.write
      .insert(photos)
      .select(
        sql`SELECT ${rowValues(photos, row)} WHERE ${isSignedIn} AND ${own.isWithin} AND ${network.isWithin} AND ${isAllowed}`,
      )
      .returning({ id: photos.id }),
    db.write.select({ id: sql<string | null>`${userId}` }).from(sql`(SELECT 1)`),
    releaseOldest(db, sql`${photos.userId} = ${userId}`),
  ]);
  const wait = own.wait(mine) ?? network.wait(ofNetwork) ?? others.wait(ofOthers);
  if (wait) return tooManyChanges(wait);
  if (!inserted.length) return still?.id ? tooManyChanges(roomWait) : signedOut();
  try {
    await bucket.put(id, clean.bytes, { httpMetadata: { contentType: type } });
  } catch (error) {
    logError(error, { photo: id });
    return unavailable();
  }
  return { ok: true, id };
}

/** Statement: all but the newest unused photos of an owner belong to nobody, so that the scheduled job deletes them. */
const releaseOldest = (db: Db, isOwners: SQL) =>
  db.write
    .update(photos)
    .set({ userId: null })
    .where(
      sql`${photos.id} IN (SELECT id FROM ${photos} WHERE ${and(isOwners, isUnused)}
        ORDER BY ${photos.createdAt} DESC, rowid DESC LIMIT -1 OFFSET ${maxUnusedPhotos})`,
    );
