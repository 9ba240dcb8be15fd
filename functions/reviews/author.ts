/**
 * Who writes a review: the account of a session, or the holder of the signed link of the email that asks for it. The
 * link proves the mailbox of the order. One person has one review of a product: that of the account with this address,
 * or else one that is stored under the keyed hash of the address, which the account takes over once its address is
 * verified (docs/behaviour.md, "Writing a review").
 */

import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orderLines, orders, products, reviews, sessions, users } from '#db/schema/index.ts';
import { productId as productIdForm } from '#domain/catalogue/product-id.ts';
import { variantIds } from '#domain/catalogue/sellable-id.ts';
import { publicName } from '#domain/reviews/review.ts';
import type { Call } from '../lib/call.ts';
import { emailHash, emailHashes, type KeyRing } from '../lib/email-hash.ts';
import { fullNameIn } from '../lib/full-name.ts';
import { hashKey, notConfigured } from '../lib/hash-key.ts';
import type { Owner } from '../lib/owner.ts';
import { needsAccount, notFound, type Refusal, refusal, refuses, signedOut } from '../lib/refusal.ts';
import { brokenOff } from '../lib/request-bytes.ts';
import { findSessionUser, sessionUserId } from '../lib/session.ts';
import { isGuestToken } from '../lib/token.ts';
import { accountCounter, type Counter } from '../limits/attempts.ts';
import { type HourlyLimit, limitOfCall } from '../limits/hourly.ts';
import { wrongSignature } from '../limits/wrong-signature.ts';
import { type PhotoSender, photoRefusals, receivePhoto } from '../photos/upload.ts';
import { readReviewLink, reviewLinkLife } from './review-link.ts';

/**
 * @property owner the session, if there is one
 * @property linkedOrder id of the order of a link that the shop has signed; undefined without a link
 * @property key EMAIL_HASH_KEY
 * @property perHour changes of a person's reviews in an hour
 * @property from perHour: reviews without a confirmed address that are listed from one network in an hour
 */
export type AuthorContext = {
  owner: Owner;
  productId: string;
  linkedOrder: string | undefined;
  key: KeyRing;
  perHour: number;
  from: HourlyLimit;
};

/**
 * @property name as the review shows it
 * @property userId @property hash one of the two: what the person's review is stored under
 * @property orderId the order of the link
 * @property isMine condition on `reviews`: it is theirs
 * @property isOther condition on `reviews`: it is stored under the same address in the other way
 * @property isProved condition: the address is theirs, so that the other one is theirs, too
 * @property isOwn condition on `reviews`: theirs, in either way
 * @property may condition: nothing has changed since this was read
 * @property delivered condition: this product was delivered to them
 * @property variant the size or shade of it that was delivered last; null for a product without, and for nothing delivered
 * @property confirmed condition: they have confirmed their address
 * @property uploader whose their photos are until a review has them: the session's account, or the buyer of the link's order
 */
export type Author = {
  name: string | null;
  userId: string | null;
  hash: string | null;
  orderId: string | null;
  isMine: SQL;
  isOther: SQL;
  isProved: SQL;
  isOwn: SQL;
  may: SQL;
  delivered: SQL<boolean>;
  variant: SQL<string | null>;
  confirmed: SQL<boolean>;
  counter: Counter;
  uploader: Pick<PhotoSender, 'userId' | 'counter'>;
};

export const deadReviewLink = refusal(
  404,
  'link_dead',
  'This link does not work, or is too old. Please sign in to write a review.',
);

const linkedEmail = sql<string>`${orders.address} ->> 'email'`;

/** The lines of orders `o` with a product, in any of its sizes and shades `p`: read by the index of lines by product. */
const selectOrderLines = (productId: string): SQL => {
  const [first, last] = variantIds(productId);
  return sql`${orderLines} l CROSS JOIN ${orders} o ON o.id = l.order_id
    AND (l.product_id = ${productId} OR l.product_id BETWEEN ${first} AND ${last})
    CROSS JOIN ${products} p ON p.id = l.product_id`;
};

/** Condition on `orders`: delivered within the life of a link, with this product, and still somebody's. */
const isReviewable = (orderId: string, productId: string, now: number): SQL =>
  sql`${orders.id} = ${orderId} AND ${orders.status} = 'Delivered' AND ${linkedEmail} <> ''
    AND EXISTS (SELECT 1 FROM ${selectOrderLines(productId)} WHERE o.id = ${orderId})
    AND EXISTS (SELECT 1 FROM ${orderEvents} e WHERE e.order_id = ${orderId} AND e.to_status = 'Delivered'
      AND e.at > ${now - reviewLinkLife})`;

/** What a request about one's own review names. @property link of the email that asks for it; without it the session counts */
export type OwnReview = { productId: string; link?: string | undefined };

/** How every action of the own review refuses. */
export const authorRefusals = [signedOut, needsAccount, notFound, deadReviewLink, notConfigured];

/** Who asks about their own review: by a link, or else by the session of an account. @throws Refusal */
export async function authorContext(
  call: Call,
  { productId: asked, link }: OwnReview,
): Promise<AuthorContext> {
  const { owner, limits } = call;
  const id = productIdForm.safeParse(asked);
  if (!id.success) throw notFound('This product');
  const productId = id.data;
  if (link === undefined) {
    if (isGuestToken(call.token)) throw needsAccount();
    if (!owner.tokenHash) throw signedOut();
  }
  const key = hashKey(call);
  const linkedOrder = link === undefined ? undefined : readReviewLink(key, link, productId);
  if (link !== undefined && !linkedOrder) throw await wrongSignature(call, deadReviewLink());
  const from = limitOfCall(call, limits.UNCONFIRMED_REVIEWS_PER_HOUR);
  return { owner, productId, linkedOrder, key, perHour: limits.ACCOUNT_CHANGES_PER_HOUR, from };
}

/** Reads the author of a review. A link decides before the session. */
export async function findAuthor(
  db: Db,
  context: AuthorContext,
): Promise<{ ok: true; author: Author } | Refusal> {
  const { owner, productId, linkedOrder = '' } = context;
  const [[person], [product], [order]] = await db.read.batch([
    findSessionUser(db, owner.tokenHash, owner.now),
    db.read.select({ id: products.id }).from(products).where(eq(products.id, productId)),
    db.read
      .select({
        email: linkedEmail,
        name: fullNameIn(orders.address),
        account: { id: users.id, name: users.name, verifiedAt: users.verifiedAt },
      })
      .from(orders)
      .leftJoin(users, sql`${users.email} = ${linkedEmail} AND ${users.guest} = 0`)
      .where(isReviewable(linkedOrder, productId, owner.now)),
  ]);
  if (!product) return notFound('This product');
  if (context.linkedOrder !== undefined) {
    if (!order) return deadReviewLink();
    const { account } = order;
    // An account whose address is not verified may be a stranger's, unless its owner holds the link.
    const holder =
      account && (account.verifiedAt !== null || account.id === person?.id) ? account : undefined;
    return { ok: true, author: withOwn(byLink(context, context.linkedOrder, order, holder)) };
  }
  if (!person || person.guest) return signedOut();
  return { ok: true, author: withOwn(byAccount(context, person)) };
}

/** Conditions on `reviews` by the two ways in which a person's review is stored. */
const ofUser = (productId: string, userId: string | SQL): SQL =>
  sql`(${reviews.productId} = ${productId} AND ${reviews.userId} = ${userId})`;
const ofHash = (productId: string, hashes: readonly string[]): SQL =>
  sql`(${reviews.productId} = ${productId} AND ${inArray(reviews.emailHash, [...hashes])})`;

const withOwn = (author: Omit<Author, 'isOwn'>): Author => ({
  ...author,
  isOwn: sql`(${author.isMine} OR (${author.isOther} AND ${author.isProved}))`,
});

function byAccount(
  { owner: { tokenHash, now }, productId, key }: AuthorContext,
  { id, name, email }: { id: string; name: string; email: string },
): Omit<Author, 'isOwn'> {
  const session = sql`s.token_hash = ${tokenHash} AND s.user_id = ${id} AND s.expires_at > ${now}`;
  return {
    name: publicName(name) || null,
    userId: id,
    hash: null,
    orderId: null,
    isMine: ofUser(productId, id),
    isOther: ofHash(productId, emailHashes(key, email)),
    isProved: sql`EXISTS (SELECT 1 FROM ${users} u JOIN ${sessions} s ON s.user_id = u.id
      WHERE u.id = ${id} AND u.email = ${email} AND u.verified_at IS NOT NULL AND ${session})`,
    may: sql`EXISTS (SELECT 1 FROM ${sessions} s WHERE ${session})`,
    delivered: sql<boolean>`EXISTS (SELECT 1 FROM ${selectOrderLines(productId)}
      WHERE o.user_id = ${id} AND o.status = 'Delivered')`,
    variant: sql<string>`(SELECT p.label FROM ${selectOrderLines(productId)}
      WHERE o.user_id = ${id} AND o.status = 'Delivered' ORDER BY o.created_at DESC LIMIT 1)`,
    confirmed: sql<boolean>`EXISTS (SELECT 1 FROM ${users} u WHERE u.id = ${id} AND u.verified_at IS NOT NULL)`,
    counter: accountCounter('review', { tokenHash, now }),
    uploader: { userId: sessionUserId(tokenHash, now), counter: accountCounter('photo', { tokenHash, now }) },
  };
}

function byLink(
  { owner: { now }, productId, key }: AuthorContext,
  orderId: string,
  order: { email: string; name: string },
  holder: { id: string; name: string } | undefined,
): Omit<Author, 'isOwn'> {
  const { email } = order;
  const hash = emailHash(key, email);
  const isLive = sql`EXISTS (SELECT 1 FROM ${orders} WHERE ${isReviewable(orderId, productId, now)} AND ${linkedEmail} = ${email})`;
  const accountId = sql`(SELECT u.id FROM ${users} u WHERE u.email = ${email} AND u.guest = 0)`;
  const may = holder
    ? sql`${isLive} AND ${accountId} = ${holder.id}`
    : sql`${isLive} AND NOT EXISTS (SELECT 1 FROM ${users} u WHERE u.email = ${email} AND u.guest = 0 AND u.verified_at IS NOT NULL)`;
  const [asUser, asHash] = [
    ofUser(productId, holder?.id ?? accountId),
    ofHash(productId, emailHashes(key, email)),
  ];
  return {
    name: publicName(holder?.name ?? order.name) || null,
    userId: holder?.id ?? null,
    hash: holder ? null : hash,
    orderId,
    isMine: holder ? asUser : asHash,
    isOther: holder ? asHash : asUser,
    isProved: may,
    may,
    delivered: sql<boolean>`1`,
    variant: sql<string>`(SELECT p.label FROM ${selectOrderLines(productId)} WHERE o.id = ${orderId} LIMIT 1)`,
    confirmed: sql<boolean>`1`,
    counter: `review-link:${orderId}`,
    uploader: {
      userId: sql`(SELECT o.user_id FROM ${orders} o WHERE o.id = ${orderId})`,
      counter: `review-link-photo:${orderId}`,
    },
  };
}

/** Uploads a photo for the own review, whose link is in the header `review-link`. */
export async function uploadReviewPhoto(call: Call, { productId }: { productId: string }) {
  const link = call.request.headers.get('review-link') ?? undefined;
  const found = await findAuthor(call.db, await authorContext(call, { productId, link }));
  return found.ok ? receivePhoto(call, found.author.uploader) : found;
}
refuses(uploadReviewPhoto, ...authorRefusals, photoRefusals, brokenOff);
