/** The values of the form for a review. */
import { expect, test } from 'vitest';
import { type ApiReview, reviewForm } from '#domain/reviews/review.ts';
import { errorsOf, requestOf, valuesFrom, valuesOf } from './review-values.ts';

const empty = valuesFrom(() => null);

test('the request has what was given, in the types of the API', () => {
  const request = requestOf({
    ...empty,
    rating: '4',
    comment: 'Light.',
    skinType: 'Dry Skin',
    received: 'free',
    weeks: '0',
    buyAgain: 'false',
  });
  expect(request).toEqual({
    rating: 4,
    comment: 'Light.',
    skinType: 'Dry Skin',
    received: 'free',
    weeks: 0,
    buyAgain: false,
  });
  expect(reviewForm.parse(request)).toEqual(request);
});

test('a stored review, edited without a change, is sent as it was', () => {
  const said = { rating: 2, comment: 'Sticky.', received: 'discounted', weeks: 0, buyAgain: true } as const;
  const unsaid = { title: null, skinType: null, ageBand: null, climate: null };
  const stored = { ...said, ...unsaid, _id: 'a', name: 'Asha R.' } as unknown as ApiReview;
  expect(requestOf(valuesOf(stored))).toEqual(said);
});

test('damaged storage becomes empty fields', () =>
  expect(valuesFrom((name) => (name === 'title' ? { a: 1 } : undefined))).toEqual(empty));

test.each([
  ['', undefined],
  ['0', undefined],
  ['104', undefined],
  ['105', 'Please enter whole weeks, at most 104'],
  ['1.5', 'Please enter whole weeks, at most 104'],
  ['-1', 'Please enter whole weeks, at most 104'],
  ['six', 'Please enter whole weeks, at most 104'],
])('%j weeks: %s', (weeks, message) =>
  expect(errorsOf({ ...empty, rating: '5', comment: 'Fine.', weeks }).weeks).toBe(message),
);
