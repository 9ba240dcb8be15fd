import { describe, expect, test } from 'vitest';
import { inMenuOrder, isWithin, namesOfGroup, pathTo } from './category.ts';

const tree = new Map([
  ['skin', {}],
  ['face', { parent: 'skin' }],
  ['face-oil', { parent: 'face' }],
  ['hair', {}],
  ['round', { parent: 'about' }],
  ['about', { parent: 'round' }],
]);

describe('the tree', () => {
  test('leads from the widest category to one', () => {
    expect(pathTo('face-oil', tree)).toEqual(['skin', 'face', 'face-oil']);
    expect(pathTo('hair', tree)).toEqual(['hair']);
  });

  test('a ring ends', () => expect(pathTo('round', tree)).toEqual(['about', 'round']));

  test.each([
    ['face-oil', 'skin', true],
    ['face-oil', 'face-oil', true],
    ['skin', 'face-oil', false],
    ['hair', 'skin', false],
  ])('%s is in %s: %s', (slug, outer, within) => expect(isWithin(slug, outer, tree)).toBe(within));
});

test('menus have categories by place, then by name', () =>
  expect(
    inMenuOrder(
      new Map([
        ['c', { order: 20, name: 'Creams' }],
        ['b', { order: 10, name: 'Serums' }],
        ['a', { order: 10, name: 'Masks' }],
      ]),
    ),
  ).toEqual(['a', 'b', 'c']));

test('an earlier address means a group by its slug, name or alias', () =>
  expect(namesOfGroup('face-oil', { name: 'Face Oils', aliases: ['/Collections/Oils/'] })).toEqual([
    'face-oil',
    'face-oils',
    '/collections/oils',
  ]));
