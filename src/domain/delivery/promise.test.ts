/** What we promise, and that the browser and the Worker promise the same (docs/behaviour.md, "Delivery promise"). */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { promiseFor } from '#functions/lib/delivery.ts';
import { oneDay, startOfDay } from '#lib/dates.ts';
import { readDelivery, readStore } from '#tools/lib/content.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import { deliveryRules } from './delivery.ts';
import { deliveryContent } from './delivery-content.ts';
import { openDirectory } from './pincodes.ts';
import { type DeliveryRules, deliveryPromise, destinationOf, lateBefore, withFees } from './promise.ts';
import { formatDays, formatTimeLeft } from './promise-text.ts';

const store = { delivery: { fee: 4_900, freeFrom: 49_900, promise: '' } };
/** Two to three working days everywhere, but where a test says more. */
const content = {
  cutOff: '14:00',
  workingDays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  holidays: [{ date: new Date('2026-12-25'), name: 'Christmas' }],
  zones: [{ name: 'everywhere', days: { fewest: 2, most: 3 } }],
};
const rulesOf = (more: object, offered = true): DeliveryRules =>
  deliveryRules(deliveryContent.parse({ ...content, ...more }), { ...store, cashOnDelivery: { offered } });
const rules = rulesOf({});
/** A moment of India: `2026-12-02T10:00`. */
const at = (moment: string): number => Date.parse(`${moment}${moment.length === 16 ? ':00' : ''}+05:30`);
const goa = { pincode: '403001', state: 'Goa', district: 'North Goa' };

function daysOf(now: string, by = rules) {
  const promise = deliveryPromise(by, goa, at(now));
  return promise?.served && [promise.from, promise.to, promise.orderBy === undefined];
}

test('what takes more than seven working days is late on the next day, for every hour at which it began', () => {
  // Saturday 28 November: the seventh working day is Monday 7 December.
  const began = at('2026-11-28T23:59');
  expect(began < lateBefore(rules, at('2026-12-07T23:59'), 7)).toBe(false);
  expect(began < lateBefore(rules, at('2026-12-08T00:00'), 7)).toBe(true);
  const holidays = [{ date: new Date('2026-12-01'), name: 'Harvest' }];
  expect(began < lateBefore(rulesOf({ holidays }), at('2026-12-08T12:00'), 7)).toBe(false);
  expect(began < lateBefore(rulesOf({ holidays }), at('2026-12-09T00:00'), 7)).toBe(true);
});

test('a shop that takes no cash takes it at no pincode', () => {
  expect(deliveryPromise(rules, goa, at('2026-12-02T10:00'))).toMatchObject({ served: true, cod: true });
  expect(deliveryPromise(rulesOf({}, false), goa, at('2026-12-02T10:00'))).toMatchObject({ cod: false });
});

describe('working days', () => {
  test.each([
    ['Wednesday morning', '2026-12-02T10:00', '2026-12-04', '2026-12-05', false],
    ['the last moment before the cut-off', '2026-12-02T13:59:59.999', '2026-12-04', '2026-12-05', false],
    ['the cut-off', '2026-12-02T14:00', '2026-12-05', '2026-12-07', true],
    ['the first moment of a day in India', '2026-12-02T00:00', '2026-12-04', '2026-12-05', false],
    ['the last moment of a day in India', '2026-12-01T23:59:59.999', '2026-12-04', '2026-12-05', true],
    ['Sunday', '2026-12-06T10:00', '2026-12-09', '2026-12-10', true],
    ['a holiday', '2026-12-25T10:00', '2026-12-29', '2026-12-30', true],
    ['the eve of a holiday', '2026-12-24T10:00', '2026-12-28', '2026-12-29', false],
    ["New Year's Eve", '2026-12-31T10:00', '2027-01-02', '2027-01-04', false],
  ])('%s', (_, now, from, to, isOver) => expect(daysOf(now)).toEqual([from, to, isOver]));

  test('a week of holidays is skipped', () => {
    const holidays = Array.from({ length: 7 }, (_, n) => ({
      date: new Date(`2026-12-0${n + 1}`),
      name: 'x',
    }));
    expect(daysOf('2026-12-02T10:00', rulesOf({ holidays }))).toEqual(['2026-12-10', '2026-12-11', true]);
  });

  test('only Tuesdays', () =>
    expect(daysOf('2026-12-02T10:00', rulesOf({ workingDays: ['Tuesday'] }))).toEqual([
      '2026-12-22',
      '2026-12-29',
      true,
    ]));

  test('after `orderBy`, and only then, the days are later', () => {
    for (let now = at('2026-12-20T00:00'); now < at('2027-01-05T00:00'); now += 20 * 60_000) {
      const promise = deliveryPromise(rules, goa, now);
      if (!promise?.served || promise.orderBy === undefined) continue;
      const [last, late] = [promise.orderBy - 1, promise.orderBy].map((moment) =>
        deliveryPromise(rules, goa, moment),
      );
      expect(last).toEqual(promise);
      expect(late?.served && late.from > promise.from && late.to > promise.to).toBe(true);
    }
  });
});

describe('zones', () => {
  const zones = [
    { name: 'army', pincodes: ['900000-999999'], days: { fewest: 9, most: 9 }, noCashOnDelivery: true },
    { name: 'a district', districts: ['North Goa, Goa'], days: { fewest: 1, most: 1 }, fee: 10 },
    { name: 'states', states: ['Goa', 'Kerala'], days: { fewest: 4, most: 4 }, freeFrom: 999 },
    { name: 'everywhere else', days: { fewest: 3, most: 3 } },
  ];
  const zoned = rulesOf({
    zones,
    notServed: [{ pincodes: ['403710', '744301-744304'], reason: 'it is an island' }],
    noCashOnDelivery: ['403500-403599'],
  });
  const promiseAt = (pincode: string, state?: string, district?: string) =>
    deliveryPromise(zoned, { pincode, state, district }, at('2026-12-02T10:00'));

  test.each([
    ['a range of pincodes, whatever the state', '900056', 'Goa', 'North Goa', '2026-12-12', false, 4_900],
    ['a district before its state', '403001', 'Goa', 'North Goa', '2026-12-03', true, 1_000],
    [
      'a district of that name elsewhere does not match',
      '403001',
      'Kerala',
      'North Goa',
      '2026-12-07',
      true,
      4_900,
    ],
    ['a state', '403601', 'Goa', 'South Goa', '2026-12-07', true, 4_900],
    ['everywhere else', '560001', 'Karnataka', 'Bengaluru Urban', '2026-12-05', true, 4_900],
    ['no cash at some pincodes', '403599', 'Goa', 'South Goa', '2026-12-07', false, 4_900],
  ])('%s', (_, pincode, state, district, from, cod, fee) =>
    expect(promiseAt(pincode, state, district)).toMatchObject({ served: true, from, cod, fee }),
  );

  test('without a state nothing is promised, unless the pincode alone decides', () => {
    expect(promiseAt('403001')).toBeUndefined();
    expect(promiseAt('900056')).toMatchObject({ from: '2026-12-12' });
    const unlisted = (state?: string) =>
      deliveryPromise(zoned, destinationOf('999999', 'unlisted', state), at('2026-12-02T10:00'));
    expect([unlisted(), unlisted('Goa')]).toEqual([undefined, promiseAt('900056')]);
    expect(promiseAt('744303')).toEqual({ served: false, reason: 'it is an island' });
  });

  test('the fees of a zone replace those of the shop', () => {
    expect(withFees(store, promiseAt('403601', 'Goa')).delivery).toEqual({
      ...store.delivery,
      freeFrom: 99_900,
    });
    for (const promise of [undefined, promiseAt('403710'), promiseAt('560001', 'Karnataka')])
      expect(withFees(store, promise)).toEqual(store);
  });
});

describe('nonsense in delivery.yaml is refused with one clear line', () => {
  const zone = content.zones[0];
  test.each([
    [
      'an unknown state',
      { zones: [{ ...zone, states: ['Karnatka'] }, zone] },
      'zones.0.states.0: there is no state "Karnatka"',
    ],
    [
      'days reversed',
      { zones: [{ ...zone, days: { fewest: 5, most: 3 } }] },
      'zones.0.days: the fewest days are more than the most',
    ],
    [
      'a range reversed',
      { noCashOnDelivery: ['560110-560001'] },
      'noCashOnDelivery.0: 560110-560001 ends before it begins',
    ],
    [
      'a pincode of five digits',
      { noCashOnDelivery: ['56000'] },
      'noCashOnDelivery.0: must be a pincode, or two with a hyphen between them',
    ],
    [
      'a pincode without quotes',
      { noCashOnDelivery: [560001] },
      "noCashOnDelivery.0: must be in quotes, such as '560001'",
    ],
    [
      'a word for a date',
      { holidays: [{ date: 'Diwali', name: 'Diwali' }] },
      'holidays.0.date: must be a date such as 2026-12-25',
    ],
    ['a time that no clock shows', { cutOff: '24:00' }, 'cutOff: must be a time such as 14:00'],
    [
      'zones without the rest of India',
      { zones: [{ ...zone, states: ['Goa'] }] },
      'zones: the last zone, and no other',
    ],
    [
      'a zone behind the one that is everywhere',
      { zones: [zone, { ...zone, states: ['Goa'] }] },
      'zones: the last zone, and no other',
    ],
  ])('%s', (_, more, line) => {
    const [issue, ...others] = deliveryContent.safeParse({ ...content, ...more }).error?.issues ?? [];
    expect(`${issue?.path.join('.')}: ${issue?.message}`).toContain(line);
    expect(others).toEqual([]);
  });

  test('overlapping zones are allowed', () =>
    expect(
      deliveryContent.safeParse({
        ...content,
        zones: [{ ...zone, states: ['Goa'] }, { ...zone, states: ['Goa'] }, zone],
      }).success,
    ).toBe(true));
});

test('100,000 pincodes and times: the browser, with the file and rules of its page, and the Worker agree', () => {
  const { next, between } = randomFrom(20261124);
  const file = readFileSync(new URL('./pincodes.txt', import.meta.url), 'utf8');
  const directory = openDirectory(file);
  // As the page holds them.
  const rules: DeliveryRules = JSON.parse(JSON.stringify(deliveryRules(readDelivery(), readStore())));
  const first = startOfDay('2026-01-01') ?? 0;
  let served = 0;
  for (let n = 0; n < 100_000; n++) {
    const pincode = String(between(100_000, 999_999));
    const now = Math.floor(first + next() * 2 * 365 * oneDay);
    const inBrowser = deliveryPromise(
      rules,
      destinationOf(pincode, directory?.find(pincode) ?? 'unlisted'),
      now,
    );
    const inWorker = promiseFor(pincode, undefined, now);
    if (inBrowser?.served) served += 1;
    if (JSON.stringify(inBrowser) !== JSON.stringify(inWorker))
      expect([pincode, now, inBrowser]).toEqual(inWorker);
  }
  expect(served).toBeGreaterThan(1_000);
});

test('texts of a promise', () => {
  expect(formatDays('2026-11-26', '2026-11-28')).toBe('Thu, 26 Nov – Sat, 28 Nov');
  expect(formatDays('2026-12-31', '2026-12-31')).toBe('Thu, 31 Dec');
  expect([7_800_000, 3 * 3_600_000, 45 * 60_000, 119_999].map(formatTimeLeft)).toEqual([
    '2 h 10 min',
    '3 h',
    '45 min',
    '1 min',
  ]);
});
