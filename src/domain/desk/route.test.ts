import { describe, expect, test } from 'vitest';
import { hashOf, parseRoute, viewOf } from './route.ts';

describe('routes of the desk', () => {
  test.each([
    ['', { screen: 'today', params: {} }],
    ['#nowhere/7', { screen: 'today', params: {} }],
    ['#constructor', { screen: 'today', params: {} }],
    ['#orders', { screen: 'orders', id: undefined, params: {} }],
    [
      '#orders/a%20b?status=Packing&q=rao',
      { screen: 'orders', id: 'a b', params: { status: 'Packing', q: 'rao' } },
    ],
    ['#orders/%E0%A4%A', { screen: 'orders', id: '%E0%A4%A', params: {} }],
  ])('%s', (hash, route) => expect(parseRoute(hash)).toEqual(route));

  test.each([
    [{ screen: 'orders' }, '#orders'],
    [{ screen: 'orders', id: 'a/b' }, '#orders/a%2Fb'],
    [{ screen: 'orders', params: { q: '', status: 'Out for Delivery' } }, '#orders?status=Out+for+Delivery'],
  ] as const)('%o', (route, hash) => {
    expect(hashOf(route)).toBe(hash);
    expect(parseRoute(hash)).toMatchObject({ screen: route.screen });
  });
});

test.each([
  ['shown', 'shown'],
  ['', 'all'],
  [undefined, 'all'],
  ['constructor', 'all'],
])('a filter of %j is %s', (name, view) => expect(viewOf({ all: 'All', shown: 'Shown' }, name)).toBe(view));
