/**
 * Reviews at the desk: hiding one with a public reason, showing it again, answering it, and dealing with objections and
 * reports. The product's rating always counts the visible reviews, and the writer gets an email.
 */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { outbox, products, reviews } from '#db/schema/index.ts';
import type { ApiReview } from '#domain/reviews/review.ts';
import type { Page } from '#functions/desk/paging.ts';
import type { DeskReview } from '#functions/desk/reviews.ts';
import { tally, times } from '../support/client.ts';
import type { DeskRefusal } from '../support/desk.ts';
import { requestExport, tableOf } from '../support/exports.ts';
import { guestOrder, newGuest, outcome } from '../support/guests.ts';
import { serum, toner } from '../support/orders.ts';
import { expectWrongFields } from '../support/refusals.ts';
import { deliver, linkFor, objectTo, ownReview, withdraw, writeReview } from '../support/reviews.ts';
import { select, snapshot } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ proxy: true });

type Step = 'hide' | 'show' | 'reply' | 'keep' | 'dismiss';
type Answer = DeskRefusal & { review: DeskReview };

const path = '/api/desk/reviews';
const list = async (query = '') => (await operator.get<Page<DeskReview>>(path + query)).body;
const turn = (id: string, json: object, to: Step = 'hide', who = operator) =>
  who.post<Answer>(`${path}/${id}/${to}`, json);

/** Writes a review as a new shopper. */
async function written(rating: number, id = serum, by?: Person): Promise<DeskReview> {
  const person = by ?? (await shop.person());
  await person.post(`/api/reviews/${id}`, { rating, title: 'Soft', comment: `${rating} stars from me` });
  const { rows } = await list(`?product=${id}`);
  return rows[0] as DeskReview;
}

/** A product's reviews as shoppers see them: the list, and the catalogue's average and count. */
async function seenByShoppers(id = serum) {
  const { body } = await shop.client().get<{ rating: number }[]>(`/api/reviews/${id}`);
  const { product } = (await shop.client().get(`/api/product/${id}`)).body;
  return { ratings: body.map(({ rating }) => rating), rating: product.rating, reviews: product.reviews };
}

const audit = () =>
  select<{ action: string }>(shop.db, sql`SELECT actor_id, action, about, detail FROM audit ORDER BY rowid`);
let noted = 0;
const newInAudit = async () => (await audit()).slice(noted);

beforeEach(async () => {
  await shop.db.write.batch([
    shop.db.write.delete(reviews),
    shop.db.write.update(products).set({ ratingSum: 0, reviewCount: 0 }),
  ]);
  noted = (await audit()).length;
});

describe('hiding', () => {
  test('removes a review from the page and the average, and is recorded with its reason', async () => {
    const [good, bad] = [await written(5), await written(1)];
    expect(await seenByShoppers()).toEqual({ ratings: [1, 5], rating: 3, reviews: 2 });
    const { status, body } = await turn(bad.id, { reason: 'abusive', note: 'Insults us', seen: bad.version });
    expect([status, body.message]).toEqual([200, 'The review is hidden.']);
    expect(body.review).toEqual({ ...bad, hidden: true, reason: 'abusive', note: 'Insults us', version: 1 });
    expect(await seenByShoppers()).toEqual({ ratings: [5], rating: 5, reviews: 1 });
    expect(await newInAudit()).toEqual([
      {
        actor_id: operator.id,
        action: 'review_hidden',
        about: serum,
        detail: '1 of 5 stars: Abusive or hateful, Insults us',
      },
    ]);
    expect((await list('?show=hidden')).rows.map(({ id }) => id)).toEqual([bad.id]);
    expect((await list('?show=shown')).rows.map(({ id }) => id)).toEqual([good.id]);
  });

  test('can be undone', async () => {
    const bad = await written(2);
    await turn(bad.id, { reason: 'spam', note: 'By mistake', seen: bad.version });
    const { status, body } = await turn(bad.id, { seen: 1 }, 'show');
    expect([status, body.review]).toEqual([200, { ...bad, version: 2 }]);
    expect(await seenByShoppers()).toEqual({ ratings: [2], rating: 2, reviews: 1 });
    expect(await newInAudit()).toMatchObject([
      { action: 'review_hidden' },
      { action: 'review_shown', detail: '2 of 5 stars' },
    ]);
  });

  test('by two operators at once: one succeeds, the other gets the reason', async () => {
    const review = await written(1);
    const others = await Promise.all(times(4, () => shop.person('operator')));
    shop.proxy.meet(4);
    const answers = await Promise.all(
      others.map((one) => turn(review.id, { reason: 'spam', seen: review.version }, 'hide', one)),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 3 });
    const refused = answers.find(({ status }) => status === 409)?.body;
    expect([refused?.code, refused?.message]).toEqual([
      'changed',
      'Another operator has already hidden this review: Advertising or spam',
    ]);
    expect(await newInAudit()).toHaveLength(1);
  });

  test('a review that its writer has changed is refused', async ({ shopper: person }) => {
    const write = (comment: string) => person.post(`/api/reviews/${serum}`, { rating: 1, comment });
    await write('Awful');
    const [before] = (await list()).rows;
    await write('Awful, but it smells good');
    const rows = await snapshot(shop.db);
    const { status, body } = await turn(before?.id ?? '', { reason: 'abusive', seen: before?.version });
    expect([status, body.code, body.message]).toEqual([
      409,
      'changed',
      'This review has changed since you opened it. Please read it again.',
    ]);
    expect(body.review.comment).toBe('Awful, but it smells good');
    expect(await snapshot(shop.db)).toEqual(rows);
  });

  test('showing a visible review is refused', async () => {
    const review = await written(4);
    const { status, body } = await turn(review.id, { seen: review.version }, 'show');
    expect([status, body.message]).toEqual([
      409,
      'Another operator has already made this review visible again.',
    ]);
  });

  test('a hidden review that its writer has withdrawn can be neither shown nor answered', async ({
    shopper: person,
  }) => {
    const { id } = await written(1, serum, person);
    await turn(id, { reason: 'spam', seen: 0 });
    await withdraw(person, serum);
    const rows = await snapshot(shop.db);
    const { version } = (await turn(id, { seen: 1 }, 'show')).body.review;
    for (const step of ['show', 'reply'] as const)
      expect(outcome(await turn(id, { seen: version, text: 'Thank you' }, step))).toEqual([409, 'changed']);
    expect(await snapshot(shop.db)).toEqual(rows);
    expect(await seenByShoppers()).toEqual({ ratings: [], rating: 0, reviews: 0 });
  });

  test('an unknown review is a 404', async () => {
    const json = { seen: 0, reason: 'spam', text: 'Hello', answer: 'No' };
    for (const id of [randomUUID(), "x'%20OR%201=1"])
      for (const step of ['hide', 'show', 'reply', 'keep', 'dismiss'] as const)
        expect((await turn(id, json, step)).status).toBe(404);
  });

  test('wrong fields are refused and change no row', async () => {
    const { id, version } = await written(3);
    const usual = { seen: version, reason: 'spam', text: 'Hello', answer: 'No' };
    await expectWrongFields(shop, (json) => turn(id, { ...usual, ...json }), [
      ['no reason', { reason: undefined }, 'reason'],
      ['a reason in words', { reason: 'Rude' }, 'reason'],
      ['a long note', { note: 'x'.repeat(201) }, 'note'],
      ['a line break in the note', { note: 'a\nb' }, 'note'],
      ['nothing seen', { seen: undefined }, 'seen'],
      ['a moment for a version', { seen: '2026-11-21' }, 'seen'],
    ]);
    await expectWrongFields(shop, (json) => turn(id, { ...usual, ...json }, 'reply'), [
      ['no answer', { text: undefined }, 'text'],
      ['a long answer', { text: 'x'.repeat(1001) }, 'text'],
      ['a control character', { text: 'a\u0000' }, 'text'],
    ]);
    await expectWrongFields(shop, (json) => turn(id, { ...usual, ...json }, 'keep'), [
      ['a blank answer', { answer: ' \n' }, 'answer'],
    ]);
  });
});

/** The kinds of the emails to somebody, with what they say. */
const emailsAbout = async (recipient: string) =>
  (await shop.db.read.select().from(outbox).where(eq(outbox.recipient, recipient))).map(
    ({ content }) => content,
  );

describe('the shop’s answer', () => {
  test('is public, can be changed and removed, and is not lost when two operators write one', async () => {
    const { id, version } = await written(2);
    const reply = (text: string, seen: number) => turn(id, { text, seen }, 'reply');
    const first = await reply(' We are sorry.\nPlease write to us. ', version);
    expect([first.body.message, first.body.review.reply]).toEqual([
      'Your answer is published.',
      'We are sorry.\nPlease write to us.',
    ]);
    const seen = async () => (await shop.client().get<ApiReview[]>(`/api/reviews/${serum}`)).body[0]?.reply;
    expect(await seen()).toEqual({ text: 'We are sorry.\nPlease write to us.', date: expect.any(String) });
    expect((await reply('No.', version)).body.code).toBe('changed');
    await reply('Sorry.', 1);
    expect((await seen())?.text).toBe('Sorry.');
    expect((await reply('', 2)).body.message).toBe('Your answer is removed.');
    expect(await seen()).toBeNull();
    expect((await newInAudit()).map(({ action }) => action)).toEqual([
      'review_replied',
      'review_replied',
      'review_reply_removed',
    ]);
  });
});

describe('an objection', () => {
  test('by the writer, once for each hiding; the review stays hidden with an answer, or is shown', async ({
    shopper: person,
  }) => {
    expect(outcome(await objectTo(person, serum, 'Why?'))).toEqual([404, 'not_found']);
    const review = await written(1, serum, person);
    expect(outcome(await objectTo(person, serum, 'Why?'))).toEqual([409, 'not_hidden']);
    expect((await turn(review.id, { seen: 0, answer: 'No' }, 'keep')).body.code).toBe('changed');
    await turn(review.id, { reason: 'medical', note: 'eczema', seen: 0 });
    expect((await ownReview(person, serum)).body.hidden).toEqual({
      reason: 'medical',
      label: 'Medical advice or claims',
      objection: null,
      decision: null,
    });
    expect((await turn(review.id, { seen: 1, answer: 'No' }, 'keep')).body.code).toBe('changed');
    const text = 'I say that it smells of roses.';
    const answers = await Promise.all(times(5, () => objectTo(person, serum, text)));
    expect(tally(answers)).toEqual({ 200: 1, 409: 4 });
    const [objected] = (await list('?show=objected')).rows;
    expect(objected).toMatchObject({ id: review.id, objection: text, objected: true, note: 'eczema' });
    const answer = 'It also says that it heals eczema.';
    const kept = await turn(review.id, { seen: objected?.version, answer }, 'keep');
    expect(kept.body.review).toMatchObject({ hidden: true, objected: false, decision: answer });
    expect((await list('?show=objected')).rows).toEqual([]);
    expect((await ownReview(person, serum)).body.hidden).toMatchObject({ objection: text, decision: answer });
    expect(outcome(await objectTo(person, serum, 'Again'))).toEqual([409, 'objected']);
    await turn(review.id, { seen: kept.body.review.version }, 'show');
    expect((await ownReview(person, serum)).body).toMatchObject({ hidden: null, review: { rating: 1 } });
    const about = { productId: serum, product: expect.any(String), reviewOrderId: null };
    expect(await emailsAbout(person.email)).toEqual([
      { kind: 'review_hidden', reason: 'medical', ...about },
      { kind: 'review_decided', answer, ...about },
      { kind: 'review_decided', answer: null, ...about },
    ]);
    // Hidden once more, the writer may object once more.
    await turn(review.id, { reason: 'spam', seen: kept.body.review.version + 1 });
    expect((await objectTo(person, serum, 'Why?')).status).toBe(200);
    expect((await newInAudit()).map(({ action }) => action)).toEqual([
      'review_hidden',
      'review_kept_hidden',
      'review_shown',
      'review_hidden',
    ]);
    // While it is hidden it can be changed, and stays hidden; withdrawn, it is gone, and a new one is hidden too.
    await written(2, serum, person);
    expect(await seenByShoppers()).toMatchObject({ ratings: [], reviews: 0 });
    expect((await withdraw(person, serum)).status).toBe(200);
    expect((await withdraw(person, serum)).status).toBe(404);
    expect((await ownReview(person, serum)).body).toMatchObject({ review: null, hidden: null });
    expect((await objectTo(person, serum, 'Why?')).status).not.toBe(200);
    expect((await list('?show=hidden')).rows.filter(({ id }) => id === review.id)).toEqual([]);
    await written(5, serum, person);
    expect(await seenByShoppers()).toMatchObject({ ratings: [], reviews: 0 });
    expect((await ownReview(person, serum)).body.hidden).toMatchObject({ reason: 'spam', objection: null });
  });

  test('to a hidden review that was decided, withdrawn and written again reaches an operator', async ({
    shopper: person,
  }) => {
    const { id } = await written(1, serum, person);
    await turn(id, { reason: 'spam', seen: 0 });
    await objectTo(person, serum, 'It is no advertisement.');
    await turn(id, { seen: 2, answer: 'It names a shop.' }, 'keep');
    await withdraw(person, serum);
    await written(2, serum, person);
    expect((await ownReview(person, serum)).body.hidden).toMatchObject({ objection: null, decision: null });
    expect((await objectTo(person, serum, 'It names none now.')).status).toBe(200);
    expect((await list('?show=objected')).rows).toMatchObject([
      { id, objection: 'It names none now.', objected: true, decision: null },
    ]);
  });

  test('can be made with the link of an email, which the email about the hiding has, too', async () => {
    const guest = await newGuest(shop);
    const { orderId } = await guestOrder(guest);
    await deliver(operator, orderId);
    const link = linkFor(orderId, serum);
    await writeReview(shop.client(), serum, { link });
    const [review] = (await list()).rows;
    await turn(review?.id ?? '', { reason: 'personal', seen: review?.version });
    expect(await emailsAbout(guest.email)).toContainEqual(
      expect.objectContaining({ kind: 'review_hidden', reviewOrderId: orderId }),
    );
    expect((await objectTo(shop.client(), serum, 'It is my own number.', link)).status).toBe(200);
  });
});

describe('reports', () => {
  test('are listed until an operator dismisses them or hides the review', async () => {
    const reviews = [await written(1), await written(5, toner)];
    for (const { id: reviewId } of reviews)
      await shop.client().post('/api/reviews/report', { reviewId, reason: 'spam', text: '<b>An ad</b>' });
    const reported = (await list('?show=reported')).rows;
    expect(reported.map(({ rating, reports }) => [rating, reports])).toEqual([
      [5, [{ reason: 'spam', text: '<b>An ad</b>' }]],
      [1, [{ reason: 'spam', text: '<b>An ad</b>' }]],
    ]);
    expect((await operator.get<{ reportedReviews: number }>('/api/desk/today')).body.reportedReviews).toBe(2);
    const [first, second] = reported;
    await turn(first?.id ?? '', { seen: first?.version }, 'dismiss');
    expect((await list('?show=reported')).rows.map(({ rating }) => rating)).toEqual([1]);
    await turn(second?.id ?? '', { seen: second?.version, reason: 'spam' });
    expect((await list('?show=reported')).rows).toEqual([]);
    expect((await turn(first?.id ?? '', { seen: 1 }, 'dismiss')).body.code).toBe('changed');
  });
});

test('the average of each product can be recomputed from the export', async ({ shopper }) => {
  for (const [rating, id] of [
    [5, serum],
    [4, serum],
    [1, serum],
    [2, toner],
    [3, toner],
  ] as const)
    await written(rating, id);
  const [worst] = (await list(`?product=${serum}`)).rows;
  await turn(worst?.id ?? '', { reason: 'spam', seen: worst?.version });
  await writeReview(shopper, toner, {
    rating: 4,
    title: '=1+1',
    skinType: 'Oily Skin',
    ageBand: '18 to 24',
    climate: 'Humid',
    weeks: 6,
    received: 'free',
    buyAgain: false,
  });
  const { text } = await requestExport(operator, { sheet: 'reviews', from: '2020-01-01', to: '2099-12-31' });
  const rows = tableOf(text);
  expect(rows).toHaveLength(6);
  for (const id of [serum, toner]) {
    const shown = rows.filter((row) => row.Product === id && row.Shown === 'yes');
    const sum = shown.reduce((before, { Rating }) => before + Number(Rating), 0);
    const { rating, reviews } = await seenByShoppers(id);
    expect([shown.length, Math.round((sum / shown.length) * 10) / 10]).toEqual([reviews, rating]);
  }
  expect(rows.find((row) => row.Shown === 'no')).toMatchObject({
    Rating: '1',
    'Reason for hiding': 'Advertising or spam',
  });
  expect(rows.at(-1)).toMatchObject({
    'Skin type': 'Oily Skin',
    Age: '18 to 24',
    Climate: 'Humid',
    'Weeks of use': '6',
    Title: "'=1+1",
    'How received': 'Received free',
    'Would buy again': 'no',
    Sample: 'no',
  });
  expect(text).not.toContain('Asha');
});
