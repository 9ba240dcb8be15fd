/**
 * Placing an order: what decides is remembered (memory.ts) or read in one call (in two where an older order has a
 * say), and all is written in one batch, which the database carries out whole or not at all. In the meantime prices,
 * stock and other orders may have changed; the batch states what it relied on, so that a change aborts it, and then
 * all is read afresh. Only what was read refuses anything.
 */
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { brokenConstraint, DatabaseUnavailable, type Db } from '#db/client.ts';
import { orders, payments, users } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import { unshipped } from '#features/orders/order.ts';
import { linesOf, type PlacedOrder, withPayment } from '../orders/queries.ts';
import { nothingUnpaid, unpaidColumns, unpaidPieces } from '../orders/unpaid.ts';
import { waitsUntil } from '../orders/unpaid-holds.ts';
import type { Shop } from '../payments/context.ts';
import { settle } from '../payments/settle.ts';
import type { Owner } from '../session/owner.ts';
import { personOf, userIdOf } from '../session/session.ts';
import { countGuess, couponRow, guesses, tooManyGuesses } from './coupons.ts';
import {
  type Decided,
  decide,
  hashOf,
  type Known,
  openLimit,
  type Placed,
  type PlaceRequest,
  type Placing,
} from './new-order.ts';
import { offers } from './price.ts';
import { recall, remember } from './product-cache.ts';
import { newReference, referenceDigits } from './reference.ts';
import { writeOrder } from './write.ts';

/** @property perHour orders that the account may place in an hour */
type Context = Shop & Placing & { owner: Owner; perHour: number };

/** How often a batch may be overtaken before we call the shop busy. */
const mostRounds = 8;

const hour = 60 * 60 * 1000;

export async function placeOrder(context: Context, request: PlaceRequest): Promise<Placed> {
  const known = suppose(context, request);
  if (known) {
    const decided = decide(context, request, known);
    const placed = decided.ok && (await written(context, request, decided, known));
    if (placed) return placed;
  }
  const asked = new Set<string>();
  for (let round = 0; round < mostRounds; round++) {
    const ready = await prepare(context, request);
    if ('answer' in ready) return ready.answer;
    const older = ready.older.filter(({ orderId }) => !asked.has(orderId));
    // What this order has ended itself does not count against it.
    const mayWait = older.length > 0 || !asked.size;
    const wait = mayWait && waitOf(context, ready.known);
    if (wait) return wait;
    if (older.length) {
      for (const payment of older) {
        asked.add(payment.orderId);
        const actorId = userIdOf(context.owner.tokenHash, context.owner.now);
        const ending = { by: 'shopper', actorId, reason: 'A newer order took its place.' } as const;
        if ((await settle(context, payment, ending)) === 'paid')
          return { ok: false, code: 'already_paid', orderId: payment.orderId };
      }
      // Their stock is free again: look at the shelf anew.
      continue;
    }
    const decided = decide(context, request, ready.known);
    if (!decided.ok) return (await guessed(context, decided.refused)) ?? decided.refused;
    // Some rule of the batch did not hold any more: look again, and say why or try once more.
    const placed = await written(context, request, decided, ready.known);
    if (placed) return placed;
  }
  throw new DatabaseUnavailable('other orders kept overtaking this one');
}

/** The refusal, when too many online orders of the buyer, or of their network, ended unpaid. */
function waitOf({ provider, now }: Context, { waitsUntil: until }: Known): Placed | undefined {
  if (provider.atTheDoor || until <= now) return undefined;
  return { ok: false, code: 'unpaid_holds', until, seconds: Math.ceil((until - now) / 1000) };
}

/** @returns undefined when something that was relied on does not hold: then nothing has changed */
async function written(
  context: Context,
  { address: { saveInfo } }: PlaceRequest,
  { order: unnamed, lines, payment, coupon }: Decided & { ok: true },
  { waiting, waitsUntil }: Known,
): Promise<({ ok: true } & PlacedOrder) | undefined> {
  const { db, owner, perHour, store } = context;
  const { unpaid } = store.limits;
  const rules = { owner, waiting, openLimit: openLimit(context), perHour, payment, coupon, saveInfo };
  for (const digits of referenceDigits) {
    const order = { ...unnamed, reference: newReference(digits) };
    try {
      await writeOrder(db, order, lines, { ...rules, unpaid, waitsUntil });
      return { ok: true, order, lines, payment };
    } catch (error) {
      const broken = brokenConstraint(error);
      if (!broken) throw error;
      if (!broken.includes('orders.reference')) return undefined;
    }
  }
  return undefined;
}

/** A code that nobody has was a guess: it is counted. @returns the refusal, if it was one too many */
const guessed = async ({ db, asked }: Context, refused: Placed): Promise<Placed | undefined> =>
  asked && 'quote' in refused && refused.quote.couponProblem === 'unknown'
    ? countGuess(db, asked)
    : undefined;

/** What most orders find: products as they were a moment ago, and a buyer of whom nothing is in the way. */
function suppose({ asked, provider }: Context, { items }: PlaceRequest): Known | undefined {
  const found = asked || provider.closed ? undefined : recall(items);
  const nothing = {
    coupons: [],
    email: undefined,
    open: 0,
    waiting: 0,
    unpaid: nothingUnpaid,
    waitsUntil: 0,
  };
  return found && { found, ...nothing };
}

type Ready = { answer: Placed } | { older: Payment[]; known: Known };

/**
 * How the buyer stands: orders to be paid at the door that are not on their way yet, those of the last hour, those
 * that wait for their payment, the one that was placed with the same key, what they hold unpaid, and whether they
 * have to wait. Most have none: what they are is read when they are there.
 */
const standing = ({ owner: { now }, key = '', network }: Context) => {
  const theirs = sql`FROM ${orders} WHERE user_id = ${users.id}`;
  return {
    open: sql<number>`(SELECT count(*) ${theirs} AND payment_method = 'cod' AND status IN ${unshipped})`,
    recent: sql<number>`(SELECT count(*) ${theirs} AND created_at > ${now - hour})`,
    first: sql<number | null>`(SELECT min(created_at) ${theirs} AND created_at > ${now - hour})`,
    waiting: sql<number>`(SELECT count(*) ${theirs} AND status = 'Payment Pending')`,
    earlier: sql<string | null>`(SELECT id ${theirs} AND idempotency_key = ${key})`,
    ...unpaidColumns(sql`${users.id}`),
    waitsUntil: waitsUntil(sql`${users.id}`, network),
  };
};

/** Payments that the buyer's other orders wait for. */
const waitingPayments = (db: Db, buyer: string): Promise<Payment[]> =>
  db.read
    .select(getTableColumns(payments))
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(orders.userId, buyer), eq(orders.status, 'Payment Pending')));

/** An order that was placed earlier, as it was answered then; refused if it was another one. */
async function placedEarlier(db: Db, orderId: string, requestHash: string): Promise<Placed> {
  const [[found], lines] = await db.read.batch([withPayment(db, orderId), linesOf(db, orderId)]);
  // Its account has been deleted since.
  if (!found) return { ok: false, code: 'signed_out' };
  if (found.order.requestHash !== requestHash) return { ok: false, code: 'key_reused' };
  return { ok: true, order: found.order, lines, payment: found.payment ?? undefined };
}

/** Reads all that decides, mostly in one call: an answer at once, or what is known now. */
async function prepare(context: Context, request: PlaceRequest): Promise<Ready> {
  const { db, owner, provider, asked } = context;
  const always = [
    personOf(db, owner.tokenHash, owner.now, standing(context)),
    offers(db, request.items),
    unpaidPieces(db, userIdOf(owner.tokenHash, owner.now)),
  ] as const;
  const [[person], found, pieces, coupons, [used]] = asked
    ? await db.read.batch([...always, couponRow(db, asked), guesses(db, asked)])
    : ([...(await db.read.batch(always)), [], []] as const);
  remember(request.items, found);
  if (!person) return { answer: { ok: false, code: 'signed_out' } };
  if (person.earlier) return { answer: await placedEarlier(db, person.earlier, hashOf(context, request)) };
  if (person.recent >= context.perHour) {
    const seconds = Math.ceil(((person.first ?? owner.now) + hour - owner.now) / 1000);
    return { answer: { ok: false, code: 'too_many_orders', seconds } };
  }
  const tooMany = asked && tooManyGuesses(asked, used);
  if (tooMany) return { answer: tooMany };
  if (provider.closed) return { answer: { ok: false, code: 'method_closed' } };
  const { email, open, waiting, waitsUntil } = person;
  const unpaid = {
    trusted: person.trusted === 1,
    lifted: person.lifted === 1,
    total: person.unpaidTotal,
    pieces: new Map(pieces.map(({ id, pieces }) => [id, pieces])),
  };
  // What an older, unpaid order holds may be just what this one lacks: that one ends first.
  const older = waiting ? await waitingPayments(db, person.id) : [];
  return { older, known: { found, coupons, email, open, waiting, unpaid, waitsUntil } };
}
