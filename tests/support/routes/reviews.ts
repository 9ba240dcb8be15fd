/** Routes of reviews. */
import { randomUUID } from 'node:crypto';
import { times } from '../client.ts';
import { cream, serum } from '../orders.ts';
import { filler, loneSurrogate, malformed, notFound, refused } from './bad-input.ts';
import { account, anybody, idIn, plain, queries, type RouteTable, the } from './route.ts';

const review = { rating: 5, comment: 'Good' };
const link = the.reviewLink;
const unprintable = 'This contains a character that we cannot print';
const epoch = new Date(0).toISOString();

export const reviews: RouteTable = {
  'GET /api/reviews/:productId': {
    may: anybody,
    id: serum,
    isPublic: true,
    requests: queries(
      ...[
        '',
        `?before=${epoch}`,
        '?rating=4',
        '?skin=Dry+Skin',
        '?verified=true',
        '?answered=true',
        '?photos=true',
      ],
      ...['highest', 'lowest'].flatMap((sort) =>
        ['', '&before=3.1795257777782.x', '&rating=4&before=4.1795257777782.x', '&skin=Dry+Skin'].map(
          (more) => `?sort=${sort}${more}`,
        ),
      ),
    ),
    bad: [
      ...[
        'sort=best',
        'skin=For+All+Skin+Types',
        'rating=6',
        'rating=04',
        'verified=false',
        'answered=1',
        'photos=all',
        'before=1',
        'before=9.1.x',
        'sort=highest&before=x',
        'sort=highest&before=2026-01-01T00:00:00.000Z',
        `before=5.${'1'.repeat(16)}.x`,
      ].map((query) => ({ what: query, query: `?${query}` })),
      { what: '__proto__ for a product', id: '__proto__', ...notFound },
      { what: 'an unknown product', id: 'nothing-like-it', ...notFound },
      { what: 'a word for a date', query: '?before=yesterday' },
      { what: 'an impossible date', query: '?before=2026-02-30T00:00:00Z' },
    ],
  },
  'GET /api/reviews/counts': { may: anybody, isPublic: true, requests: plain },
  'GET /api/reviews/:productId/ratings': {
    may: anybody,
    id: serum,
    isPublic: true,
    requests: plain,
    bad: [{ what: 'an unknown product', id: 'nothing-like-it', ...notFound }],
  },
  // Its fields are checked before the token: a link is another right to it (review-links.test.ts).
  'POST /api/reviews/:productId': {
    may: { ...account, withRequest: true },
    calls: 2,
    id: serum,
    requests: [{ id: cream, json: review }, { json: { ...review, link } }],
    bad: [
      { what: 'text that runs backwards in the comment', json: { ...review, comment: 'Good \u202eoodg' } },
      { what: 'half a character in the title', json: { ...review, title: loneSurrogate }, ...malformed },
      { what: 'a number for a title', json: { ...review, title: 5 } },
      ...refused(review, {
        rating: { 'Please select a rating': [0, 6, -1, 1.5, '5', 1e300] },
        comment: {
          'Please write a review': [undefined, ' \n\t ', 5],
          'Please use at most 2000 characters': [filler(2001)],
          [unprintable]: ['red \u001b[31m', 'a\u0000b'],
        },
        title: { 'Please use at most 100 characters': [filler(101)], [unprintable]: ['a\nb'] },
        ...Object.fromEntries(
          ['skinType', 'ageBand', 'climate', 'received', 'buyAgain'].map((field) => [
            field,
            { 'This value is not valid.': ['For All Skin Types'] },
          ]),
        ),
        weeks: { 'Please enter whole weeks, at most 104': [-1, 105, 1.5, '3', 'many'] },
      }),
      { what: 'a list for a skin type', json: { ...review, skinType: ['Dry Skin'] } },
      { what: 'a word for buying again', json: { ...review, buyAgain: 'yes' } },
      { what: 'a long link', json: { ...review, link: filler(201) } },
      { what: 'four photos', json: { ...review, photos: times(4, () => randomUUID()) } },
      { what: 'a photo twice', json: { ...review, photos: [the.unknown, the.unknown] } },
      { what: 'a path for a photo', json: { ...review, photos: ['../x'] } },
      { what: 'an unknown product', id: 'nothing-like-it', json: review, ...notFound },
      { what: 'constructor for a product', id: 'constructor', json: review, ...notFound },
    ],
  },
  'POST /api/reviews/:productId/mine': {
    may: account,
    calls: 2,
    id: serum,
    requests: [
      { id: cream, json: {} },
      { json: { link } },
      // Not signed by the shop.
      { json: { link: 'x' }, by: 'nobody', status: 404, calls: 1 },
    ],
    bad: [{ what: 'a number for a link', json: { link: 5 } }],
  },
  'POST /api/reviews/:productId/photos': {
    may: account,
    calls: 2,
    id: serum,
    requests: [
      { json: {}, status: 415 },
      { json: {}, headers: { 'review-link': link }, status: 415 },
      { json: {}, headers: { 'review-link': 'x' }, by: 'nobody', status: 404, calls: 1 },
    ],
    bad: [
      { what: 'nothing', status: 415, code: 'not_a_photo' },
      { what: 'a page', raw: '<!doctype html>', status: 415, code: 'not_a_photo' },
      { what: 'an unknown product', id: 'nothing-like-it', ...notFound },
    ],
  },
  'POST /api/reviews/:productId/objection': {
    may: { ...account, withRequest: true },
    calls: 2,
    id: serum,
    requests: [
      { id: cream, json: { text: 'Why?' }, status: 409 },
      { json: { text: 'Why?', link }, status: 409 },
    ],
    bad: [
      { what: 'a blank text', json: { text: ' \n' } },
      { what: '1,001 characters', json: { text: filler(1001) } },
      { what: 'text that runs backwards', json: { text: 'Good \u202eoodg' } },
    ],
  },
  'DELETE /api/reviews/:productId': {
    may: account,
    calls: 2,
    id: serum,
    requests: [{ id: cream, json: {} }, { json: { link } }],
    bad: [{ what: 'a list for a link', json: { link: [] } }],
  },
  'POST /api/reviews/report': {
    may: anybody,
    calls: 2,
    requests: [
      { json: { reviewId: idIn('reviews'), reason: 'spam' } },
      { json: { reviewId: the.unknown, reason: 'spam' }, by: 'nobody' },
    ],
    bad: [
      { what: 'no id', json: { reviewId: 'x', reason: 'spam' } },
      { what: 'another reason', json: { reviewId: the.unknown, reason: 'rude' } },
      {
        what: 'a text of 501 characters',
        json: { reviewId: the.unknown, reason: 'spam', text: filler(501) },
      },
    ],
  },
};
