/** The words of reviews (docs/behaviour.md, "Showing reviews"). */
import { expect, test } from 'vitest';
import type { ApiRatingCounts, ApiReview } from './review.ts';
import { againOf, contextOf, photoStates, photosText, receivedMark, summarize } from './review-text.ts';

const unsaid = { skinType: null, ageBand: null, climate: null, weeks: null, received: null, buyAgain: null };
const review = (said: Partial<ApiReview>) => ({ ...unsaid, ...said }) as ApiReview;

test.each([
  [
    { skinType: 'Oily Skin', ageBand: '25 to 34', climate: 'Humid', weeks: 6 },
    'Oily skin · 25 to 34 · Humid · 6 weeks',
  ],
  [{ climate: 'Hot and dry', weeks: 1 }, 'Hot and dry · 1 week'],
  [{ weeks: 0 }, 'Less than a week'],
  [{}, ''],
] satisfies [Partial<ApiReview>, string][])('a reviewer who says %j', (said, text) =>
  expect(contextOf(review(said))).toBe(text),
);

test.each([
  ['free', 'Received free'],
  ['discounted', 'Bought at a discount'],
  ['bought', null],
  [null, null],
] as const)('a product that was %s is marked %s', (received, mark) =>
  expect(receivedMark(review({ received }))).toBe(mark),
);

test('buying again is said both ways, and not for those who do not say', () =>
  expect([true, false, null].map((buyAgain) => againOf(review({ buyAgain })))).toEqual([
    'Would buy again',
    'Would not buy again',
    null,
  ]));

const oily: ApiRatingCounts['ratings'] = [1, 1, 1, 4, 7];

test.each<[string, Omit<ApiRatingCounts, 'photos'>, string[]]>([
  [
    'counts each skin type with three reviews',
    { ratings: [1, 1, 2, 5, 8], bySkin: { 'Oily Skin': oily, 'Dry Skin': [0, 0, 1, 1, 1] } },
    ['11 of 14 with oily skin give 4 or more', '2 of 3 with dry skin give 4 or more'],
  ],
  [
    'leaves out a skin type with two',
    { ratings: [1, 1, 1, 5, 8], bySkin: { 'Oily Skin': oily, 'Sensitive Skin': [0, 0, 0, 1, 1] } },
    ['11 of 14 with oily skin give 4 or more'],
  ],
  [
    'says that nobody does',
    { ratings: [5, 0, 0, 0, 0], bySkin: { 'Dry Skin': [3, 0, 0, 0, 0] } },
    ['0 of 3 with dry skin give 4 or more'],
  ],
  [
    'is silent below five reviews in all',
    { ratings: [0, 0, 0, 0, 4], bySkin: { 'Oily Skin': [0, 0, 0, 0, 4] } },
    [],
  ],
  ['is silent without skin types', { ratings: [0, 0, 0, 0, 40], bySkin: {} }, []],
])('the summary %s', (_, counts, sentences) => expect(summarize(counts)).toEqual(sentences));

test('photos are counted in words', () =>
  expect([1, 12].map(photosText)).toEqual(['1 photo from a customer', '12 photos from customers']));

test.each([
  [['approved'], ''],
  [['approved', 'waiting'], 'We look at each photo before others see it.'],
  [['refused'], 'We do not show 1 photo.'],
  [['waiting', 'refused', 'refused'], 'We look at each photo before others see it. We do not show 2 photos.'],
] as const)('of photos that are %j the writer is told %j', (states, text) =>
  expect(photoStates(states.map((state) => ({ state })))).toBe(text),
);
