/** Reviews, codes and subscribers of an earlier shop (docs/moving-in.md, "What else you bring"). */
import { eq, inArray, sql } from 'drizzle-orm';
import { readRecords } from 'shop-import/read-records';
import { beforeEach, describe, expect } from 'vitest';
import { coupons, products, reviews, subscribers, withdrawnReviews } from '#db/schema/index.ts';
import { planRecords, recordParts } from '#domain/import/plan-records.ts';
import type { RecordResult } from '#domain/import/record-forms.ts';
import type { ApiReview } from '#domain/reviews/review.ts';
import { contentRoot } from '#tools/lib/content.ts';
import { importRecords } from '#tools/shop-import/records.ts';
import { password } from '../support/accounts.ts';
import type { DeskRefusal } from '../support/desk.ts';
import { serum, toner } from '../support/orders.ts';
import { expectWrongFields } from '../support/refusals.ts';
import { countRows, select, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();
const path = '/api/desk/catalogue/records';
const names = new Map([
  ['serum', serum],
  ['toner', toner],
  ['unknown', 'no-such-product'],
]);

type Answer = DeskRefusal & { results: RecordResult[] };

/** The only part of a file. */
function partOf(file: string) {
  const read = readRecords(new TextEncoder().encode(file));
  if (!read || read.kind === 'redirects') throw new Error('no records');
  const [part, ...more] = recordParts(planRecords(read, { names, keepMonths: 72, now: Date.now() }));
  expect(more).toEqual([]);
  return part;
}
const post = (file: string, more: object) => operator.post<Answer>(path, { ...partOf(file), ...more });
/** Says what would become of a file, does it, and does it again: the third answer. */
async function bring(file: string): Promise<RecordResult[][]> {
  const dry = await post(file, { dry: true });
  const done = await post(file, { dry: false, password });
  expect([dry.status, done.status]).toEqual([200, 200]);
  expect(done.body.results).toEqual(dry.body.results);
  const before = await snapshot(shop.db);
  const again = await post(file, { dry: false, password });
  expect(await snapshot(shop.db)).toEqual(before);
  return [done.body.results, again.body.results];
}
const lastEntry = async () =>
  (
    await select<{ action: string; about: string; detail: string }>(
      shop.db,
      sql`SELECT action, about, detail FROM audit ORDER BY rowid DESC LIMIT 1`,
    )
  )[0];

beforeEach(async () => {
  await shop.db.write.delete(reviews);
  await shop.db.write.delete(withdrawnReviews);
  await shop.db.write.delete(coupons);
  await shop.db.write.delete(subscribers);
});

describe('reviews', () => {
  const file = `title,body,rating,review_date,curated,reviewer_name,reviewer_email,product_handle,source,reply
Soft,Very soft,5,2025-03-02 10:12:00 UTC,ok,Asha Rao,asha@example.in,serum,email,Thank you
,Leaked,2,2025-01-10 23:30:00 UTC,ok,Vikram,v@example.in,serum,web,
,Elsewhere,4,2025-01-10 23:30:00 UTC,ok,Meera,m@example.in,unknown,web,`;

  test('come with their day and mark, count in the rating, and once', async () => {
    expect(await bring(file)).toEqual([
      ['added', 'added', 'no product'],
      ['in the shop', 'in the shop', 'no product'],
    ]);
    const { body } = await operator.get<ApiReview[]>(`/api/reviews/${serum}`);
    expect(
      body.map(({ name, date, rating, comment, verified, earlierShop, reply }) => ({
        name,
        date,
        rating,
        comment,
        verified,
        earlierShop,
        reply: reply?.text,
      })),
    ).toEqual([
      {
        name: 'Asha R.',
        date: '2025-03-02T10:12:00.000Z',
        rating: 5,
        comment: 'Very soft',
        verified: false,
        earlierShop: true,
        reply: 'Thank you',
      },
      {
        name: 'Vikram',
        date: '2025-01-10T23:30:00.000Z',
        rating: 2,
        comment: 'Leaked',
        verified: false,
        earlierShop: true,
        reply: undefined,
      },
    ]);
    const [product] = await shop.db.read.select().from(products).where(eq(products.id, serum));
    expect([product?.ratingSum, product?.reviewCount]).toEqual([7, 2]);
    const { body: ratings } = await operator.get<{ ratings: number[] }>(`/api/reviews/${serum}/ratings`);
    expect(ratings.ratings).toEqual([0, 1, 0, 0, 1]);
    expect(await lastEntry()).toEqual({
      action: 'records_imported',
      about: 'reviews',
      detail: '2 reviews, Judge.me',
    });
  });

  test('keep what the shop does not show, without addresses', async () => {
    await bring(file);
    const rows = await shop.db.read.select().from(reviews);
    expect(rows.map(({ imported }) => imported)).toEqual([
      { from: 'Judge.me', kept: { source: 'email' } },
      { from: 'Judge.me', kept: { source: 'web' } },
    ]);
    expect(JSON.stringify(rows)).not.toContain('@example.in');
  });

  test('that an operator has hidden stay hidden', async () => {
    await bring(file);
    await shop.db.write
      .update(reviews)
      .set({ hidden: true, hideReason: 'spam' })
      .where(eq(reviews.rating, 2));
    expect((await post(file, { dry: false, password })).body.results).toEqual([
      'in the shop',
      'in the shop',
      'no product',
    ]);
    expect(await countRows(shop.db, 'reviews')).toBe(2);
  });
});

test('the command says and does the same as the desk', async () => {
  const read = readRecords(
    new TextEncoder().encode(
      'Review ID,Review Title,Review Content,Review Score,Date,Product Title,Display Name\n7,Lovely,Not too strong,4,15/03/2025,Rose Toner,Ana Lopez\n8,,Fine,3,16/03/2025,Something else,Ana Lopez',
    ),
  );
  if (!read) throw new Error('no records');
  const run = async (isDry: boolean) => {
    const { rows } = await importRecords(read, contentRoot, isDry, () => ({ url: shop.stack.databaseUrl }));
    return rows.map(({ result }) => result);
  };
  expect(await run(true)).toEqual(['added', 'left out']);
  expect(await countRows(shop.db, 'reviews')).toBe(0);
  expect(await run(false)).toEqual(['added', 'left out']);
  expect(await run(false)).toEqual(['in the shop', 'left out']);
  expect(await shop.db.read.select().from(reviews)).toMatchObject([
    { productId: toner, rating: 4, name: 'Ana L.', createdAt: Date.parse('2025-03-14T18:30:00Z') },
  ]);
});

describe('codes', () => {
  const file = `Name,Value,Value Type,Discount Class,Status,Times Used In Total,Usage Limit Per Code,Applies Once Per Customer,Minimum Purchase Requirements,Start,End
WELCOME10,-10,percentage,order,Active,12,100,true,₹999.00,,2099-03-31 23:59:59 +0530
OLD20,-20,percentage,order,Expired,3,,false,,,2024-03-31 23:59:59 +0530`;

  test('come with their conditions; one that has ended stays ended', async () => {
    expect(await bring(file)).toEqual([
      ['added', 'added'],
      ['in the shop', 'in the shop'],
    ]);
    const rows = await shop.db.read.select().from(coupons).orderBy(coupons.code);
    expect(rows).toMatchObject([
      {
        code: 'OLD20',
        percent: 20,
        validUntil: Date.parse('2024-03-31T18:29:00Z'),
        maxUses: null,
        listed: false,
      },
      {
        code: 'WELCOME10',
        percent: 10,
        minSubtotal: 99_900,
        maxUses: 88,
        uses: 0,
        maxUsesPerCustomer: 1,
        email: null,
      },
    ]);
    const { body } = await operator.get<{ rows: { code: string; state: string }[] }>('/api/desk/coupons');
    expect(Object.fromEntries(body.rows.map(({ code, state }) => [code, state]))).toEqual({
      OLD20: 'expired',
      WELCOME10: 'running',
    });
  });

  test('that the shop has stay as they are', async () => {
    const own = { code: 'OLD20', percent: 5, validUntil: 4_000_000_000_000, createdAt: 1 };
    await shop.db.write.insert(coupons).values(own);
    expect(await bring(file)).toEqual([
      ['added', 'in the shop'],
      ['in the shop', 'in the shop'],
    ]);
    const rows = await shop.db.read.select().from(coupons).where(eq(coupons.code, 'OLD20'));
    expect(rows).toMatchObject([{ ...own, imported: null }]);
  });
});

describe('subscribers', () => {
  const file = `Email,Email Marketing Consent,Email Marketing Consent Timestamp,Source,First Name
new@example.in,SUBSCRIBED,2024-06-01 09:30:00+00:00,Footer form,Neha
asked@example.in,SUBSCRIBED,,Popup,Asha
left@example.in,SUBSCRIBED,,Popup,Lee
l.eft+x@example.in,SUBSCRIBED,,Popup,Lee
here@example.in,SUBSCRIBED,,Popup,Hari
no@example.in,NEVER_SUBSCRIBED,,Popup,No`;

  test('come with their consent; who has left here stays away', async () => {
    const token = (n: number) => `${n}`.repeat(22);
    await shop.db.write.insert(subscribers).values([
      {
        email: 'asked@example.in',
        createdAt: 1,
        token: token(1),
        askedAt: Date.now(),
        mailbox: 'asked@example.in',
      },
      {
        email: 'left@example.in',
        createdAt: 1,
        token: token(2),
        unsubscribedAt: 2,
        mailbox: 'left@example.in',
      },
      { email: 'here@example.in', createdAt: 1, token: token(3), mailbox: 'here@example.in' },
    ]);
    expect(await bring(file)).toEqual([
      ['added', 'added', 'unsubscribed', 'in the shop'],
      ['in the shop', 'in the shop', 'unsubscribed', 'in the shop'],
    ]);
    const rows = await shop.db.read
      .select()
      .from(subscribers)
      .where(inArray(subscribers.email, ['new@example.in', 'asked@example.in']))
      .orderBy(subscribers.createdAt);
    expect(rows).toMatchObject([
      {
        email: 'asked@example.in',
        createdAt: 1,
        askedAt: null,
        imported: { from: 'Klaviyo', kept: { Source: 'Popup' } },
      },
      {
        email: 'new@example.in',
        createdAt: Date.parse('2024-06-01T09:30:00Z'),
        askedAt: null,
        imported: { from: 'Klaviyo' },
      },
    ]);
    expect(rows.every((row) => row.token?.length === 22)).toBe(true);
    const { body } = await operator.get<{ count: number }>('/api/desk/subscribers');
    expect(body.count).toBe(3);
    expect(await countRows(shop.db, 'outbox')).toBe(0);
  });
});

test('nothing is written without the password, or with a wrong one', () => {
  const part = partOf('Email,Accepts Marketing\na@example.in,yes');
  return expectWrongFields(
    shop,
    (json) => operator.post<Answer>(path, { ...part, dry: false, ...json }),
    [
      ['no password', {}, 'password'],
      ['a wrong one', { password: 'not the password' }, 'password'],
    ],
    ['attempts'],
  );
});
