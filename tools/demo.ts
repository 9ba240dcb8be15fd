/**
 * `npm start -- --demo`: sample people, orders and reviews, so that every screen has something to show.
 * All of it is marked as a sample (in the database, in names and in review titles), and none of it is
 * made where the shop takes money: deploying never runs this.
 */
import { and, asc, count, eq, isNull, or, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { spreadAmount } from 'gst/amount';
import { connect, type DatabaseAddress, type Db } from '#db/client.ts';
import { coupons, orderEvents, orderLines, orders, products, reviews, users } from '#db/schema/index.ts';
import type { Role } from '#domain/accounts/account.ts';
import { deliveryRules } from '#domain/delivery/delivery.ts';
import { deliveryPromise, destinationOf } from '#domain/delivery/promise.ts';
import { type OrderStatus, progressSteps } from '#domain/orders/order.ts';
import { payableInCash } from '#domain/pricing/cash.ts';
import { ratesAt } from '#domain/tax/tax.ts';
import { hashPassword } from '#functions/accounts/password.ts';
import { endOfDay, oneDay, oneHour } from '#lib/dates.ts';
import { productPicture } from '#lib/paths.ts';
import { readDelivery, readStore, readTax } from '#tools/lib/content.ts';
import { sampleReviews } from './demo-reviews.ts';
import { randomPassword } from './operator.ts';

export type SignIn = { role: Role; email: string; password: string };

const people: { id: string; name: string; email: string; role: Role }[] = [
  { id: 'sample-operator', name: 'Sample Operator', email: 'operator@sample.example', role: 'operator' },
  { id: 'sample-asha', name: 'Asha Sample', email: 'asha@sample.example', role: 'shopper' },
  { id: 'sample-vikram', name: 'Vikram Sample', email: 'vikram@sample.example', role: 'shopper' },
  { id: 'sample-meera', name: 'Meera Sample', email: 'meera@sample.example', role: 'shopper' },
];

/** A code for everybody, to try one without subscribing. Its 90 days restart with each start of the demo. */
export const sampleCoupon = { code: 'SAMPLE15', percent: 15, minSubtotal: 99_900, listed: true };
const sampleCouponDays = 90;

type SampleOrder = {
  days: number;
  status: OrderStatus;
  lines: [string, number][];
  tracking?: [string, string];
  /** Ordered with the sample code. */
  withCode?: boolean;
};

/** One order in each state that a shopper can see, newest first. @property days ago */
const sampleOrders: SampleOrder[] = [
  {
    days: 0,
    status: 'Order Placed',
    lines: [
      ['daily-veil-spf-50', 1],
      ['vitamin-c-glow-serum', 2],
    ],
    withCode: true,
  },
  { days: 1, status: 'Packing', lines: [['purifying-cleanser', 1]] },
  { days: 3, status: 'Shipped', lines: [['hydra-moisturizer', 1]], tracking: ['SAMPLE482913', 'Delhivery'] },
  {
    days: 5,
    status: 'Out for Delivery',
    lines: [['rose-balance-toner', 2]],
    tracking: ['SAMPLE117420', 'Blue Dart'],
  },
  {
    days: 21,
    status: 'Delivered',
    lines: [['niacinamide-clarity-serum', 1]],
    tracking: ['SAMPLE903341', 'India Post'],
  },
  { days: 30, status: 'Cancelled', lines: [['turmeric-clay-mask', 1]] },
];

const address = {
  firstName: 'Asha',
  lastName: 'Sample',
  address: '12 Sample Street, Indiranagar',
  city: 'Bengaluru',
  state: 'Karnataka',
  zipcode: '560038',
  country: 'India',
  phone: '9800000000',
  email: 'asha@sample.example',
};

/**
 * Fills a database that has no samples yet and gives the sample people new passwords.
 * @param now UTC ms. @returns how to sign in
 */
export async function fillDemo(to: DatabaseAddress, now = Date.now()): Promise<SignIn[]> {
  const db = connect(to);
  const signIns: SignIn[] = [];
  for (const person of people.slice(0, 2)) {
    const password = randomPassword();
    signIns.push({ role: person.role, email: person.email, password });
    const account = { ...person, password: await hashPassword(password), createdAt: now, verifiedAt: now };
    await db.write
      .insert(users)
      .values(account)
      .onConflictDoUpdate({ target: users.id, set: { password: account.password, verifiedAt: now } });
  }
  const validUntil = endOfDay(now + sampleCouponDays * oneDay);
  await db.write
    .insert(coupons)
    .values({ ...sampleCoupon, validUntil, uses: 1, createdAt: now })
    .onConflictDoUpdate({ target: coupons.code, set: { validUntil, listed: true } });
  const [already] = await db.read.select({ count: count() }).from(orders).where(eq(orders.sample, true));
  if (!already?.count) await fill(db, now);
  return signIns;
}

/**
 * Every step to where the order is, an hour each, and the cash where it was delivered.
 * @param placedAt UTC ms
 */
function historyOf(orderId: string, status: OrderStatus, placedAt: number) {
  const all: readonly OrderStatus[] = progressSteps;
  const last = all.indexOf(status);
  const steps: OrderStatus[] = last < 0 ? ['Order Placed', status] : all.slice(0, last + 1);
  const moves = steps.map((toStatus, n) => ({
    id: crypto.randomUUID(),
    orderId,
    at: placedAt + n * oneHour,
    actor: n ? ('operator' as const) : ('shopper' as const),
    kind: 'status' as const,
    fromStatus: steps[n - 1] ?? null,
    toStatus,
    reason: null as string | null,
  }));
  const end = moves.at(-1);
  if (status !== 'Delivered' || !end) return moves;
  const cash = { kind: 'payment' as const, fromStatus: null, toStatus: null, reason: 'Cash was collected.' };
  return [...moves, { ...end, ...cash, id: `collected:${orderId}` }];
}

type Product = typeof products.$inferSelect;
type Statements = BatchItem<'sqlite'>[];

/** Products by the ids that the samples name. */
type Catalogue = ReadonlyMap<string, Product>;

/**
 * The products of the samples. One that the shop does not sell is replaced by another, such as one of an imported
 * catalogue; where there are too few, it is left out.
 */
async function findProducts(db: Db, ids: readonly string[]): Promise<Catalogue> {
  const { retired, hidden, partIds, group, id, position } = products;
  const sold = await db.read
    .select()
    .from(products)
    .where(and(eq(retired, false), eq(hidden, false), isNull(partIds), or(isNull(group), eq(group, id))))
    .orderBy(asc(position), asc(id));
  const named = new Map(sold.map((product) => [product.id, product]));
  const others = sold.filter((product) => !ids.includes(product.id));
  return new Map(
    ids.flatMap((one) => {
      const product = named.get(one) ?? others.shift();
      return product ? [[one, product]] : [];
    }),
  );
}

async function fill(db: Db, now: number): Promise<void> {
  // Reviewers who never sign in: a password that nothing hashes to.
  const reviewers = people
    .slice(2)
    .map((person) => ({ ...person, password: 'none', createdAt: now, verifiedAt: now }));
  const ids = [
    ...new Set([
      ...sampleOrders.flatMap(({ lines }) => lines.map(([id]) => id)),
      ...sampleReviews.map(({ product }) => product),
    ]),
  ];
  const catalogue = await findProducts(db, ids);
  await db.write.batch([
    db.write.insert(users).values(reviewers).onConflictDoNothing(),
    ...insertOrders(db, catalogue, now),
    ...insertReviews(db, catalogue, now),
  ]);
}

function insertOrders(db: Db, catalogue: Catalogue, now: number): Statements {
  const tax = readTax();
  const rules = deliveryRules(readDelivery(), readStore());
  const destination = destinationOf(address.zipcode, undefined, address.state);
  return sampleOrders.flatMap((sample, index) => {
    const createdAt = now - sample.days * oneDay;
    const lines = makeLines(sample, catalogue, ratesAt(tax, createdAt));
    if (!lines.length) return [];
    const id = crypto.randomUUID();
    const { shares, ...amounts } = amountsOf(sample, lines);
    const [trackingId = null, courier = null] = sample.tracking ?? [];
    const promise = deliveryPromise(rules, destination, createdAt);
    return [
      db.write
        .insert(orders)
        .values({
          id,
          reference: `ORD-00000${index}`,
          userId: 'sample-asha',
          status: sample.status,
          paid: sample.status === 'Delivered',
          paymentMethod: 'cod',
          ...amounts,
          couponCode: sample.withCode ? sampleCoupon.code : null,
          address,
          requestHash: 'sample',
          trackingId,
          courier,
          ...(promise?.served && { promisedFrom: promise.from, promisedTo: promise.to }),
          createdAt,
          sample: true,
        }),
      db.write
        .insert(orderLines)
        .values(lines.map((line, n) => ({ ...line, orderId: id, discount: shares[n] ?? 0 }))),
      db.write.insert(orderEvents).values(historyOf(id, sample.status, createdAt)),
      ...(sample.status === 'Cancelled' ? [] : takeStock(db, lines)),
    ];
  });
}

type SampleLine = ReturnType<typeof makeLines>[number];

/** The lines of an order. @param rates of GST by HSN code */
function makeLines({ lines }: SampleOrder, catalogue: Catalogue, rates: ReturnType<typeof ratesAt>) {
  return lines.flatMap(([named, quantity], position) => {
    const product = catalogue.get(named);
    if (!product) return [];
    const { id, name, price, hsn, unitCode } = product;
    const rate = rates[hsn ?? ''] ?? null;
    return [
      { position, productId: id, name, image: productPicture(id), price, quantity, hsn, rate, unitCode },
    ];
  });
}

/** The sums of an order that is paid in cash, paise. @property shares of the lines in the discount */
function amountsOf({ withCode }: SampleOrder, lines: readonly SampleLine[]) {
  const totals = lines.map(({ price, quantity }) => price * quantity);
  const subtotal = totals.reduce((sum, total) => sum + total, 0);
  const exact = withCode ? Math.floor((subtotal * sampleCoupon.percent) / 100) : 0;
  const sums = { subtotal, discount: exact, delivery: 0, total: subtotal - exact };
  const { discount, total } = payableInCash(sums);
  return { subtotal, discount, delivery: 0, total, shares: spreadAmount(discount, totals) };
}

/**
 * What the samples sold is not in stock any more, so that cancelling one gives back what it took. What was not there to be
 * sold counts as having been there at the beginning, so that the books balance.
 */
const takeStock = (db: Db, lines: readonly SampleLine[]): Statements =>
  lines.map(({ productId, quantity }) =>
    db.write
      .update(products)
      .set({
        stock: sql`max(0, ${products.stock} - ${quantity})`,
        opening: sql`${products.opening} + max(0, ${quantity} - ${products.stock})`,
      })
      .where(eq(products.id, productId)),
  );

function insertReviews(db: Db, catalogue: Catalogue, now: number): Statements {
  return sampleReviews.flatMap(({ product, person, received = 'bought', ...review }, n) => {
    const productId = catalogue.get(product)?.id;
    if (!productId) return [];
    const account = people.find(({ id }) => id === person);
    const createdAt = now - (n + 3) * oneDay;
    return [
      db.write
        .insert(reviews)
        .values({
          ...review,
          id: crypto.randomUUID(),
          productId,
          userId: account ? person : null,
          name: account ? `${account.name.split(' ')[0]} S.` : person,
          received,
          replyAt: review.reply ? createdAt + oneDay : null,
          sample: true,
          createdAt,
        }),
      db.write
        .update(products)
        .set({
          ratingSum: sql`${products.ratingSum} + ${review.rating}`,
          reviewCount: sql`${products.reviewCount} + 1`,
        })
        .where(eq(products.id, productId)),
    ];
  });
}
