/** Couriers as orders name them (docs/behaviour.md, "Couriers"). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contentRoot } from '#tools/lib/content.ts';
import { couriersContent } from './courier-content.ts';
import { findCourier, hasCourierFormat, trackingUrl } from './couriers.ts';

const content = parse(readFileSync(join(contentRoot, 'couriers.yaml'), 'utf8'));
const { couriers } = couriersContent.parse(content);
const courierOf = (name: string) => {
  const courier = findCourier(couriers, name);
  if (!courier) throw new Error(`${name} is unknown`);
  return courier;
};

test.each([
  ['FedEx Ground', 'FedEx'],
  ['ups', 'UPS'],
  ['DHL Express', 'DHL'],
  ['usps priority', 'USPS'],
  ['Amazon Logistics', 'Amazon'],
  ['Delhivery Surface', 'Delhivery'],
  ['BLUE DART', 'Blue Dart'],
  ['Bluedart', 'Blue Dart'],
  ['dtdc', 'DTDC'],
  ['eKart Logistics', 'Ekart'],
  ['Xpressbees', 'XpressBees'],
  ['shadowfax', 'Shadowfax'],
  ['India Post', 'India Post'],
  ['Speed Post', 'India Post'],
  ['Ecom', 'Ecom Express'],
])('%s is %s', (typed, known) => expect(findCourier(couriers, typed)?.name).toBe(known));

test('a tracking number cannot change the rest of the URL', () =>
  expect(trackingUrl(couriers, 'dtdc', '1&x=2$&')).toBe(
    'https://www.dtdc.com/track-your-shipment/?awb=1%26x%3D2%24%26',
  ));

test('without a number, or of an unknown courier, there is no link', () => {
  expect(findCourier(couriers, 'Ramesh on his bicycle')).toBeUndefined();
  expect(trackingUrl(couriers, 'Ramesh on his bicycle', '1')).toBeNull();
  expect(trackingUrl(couriers, null, '1')).toBeNull();
  expect(trackingUrl(couriers, 'DTDC', null)).toBeNull();
});

test.each([
  ['India Post', 'EM123456789IN', true],
  ['India Post', 'em123456789in', true],
  ['India Post', 'EM123456789INX', false],
  ['Delhivery', '14523698741', true],
  ['Delhivery', 'EM123456789IN', false],
  ['Shadowfax', 'SF2298198977FPL', true],
  ['Shadowfax', 'SF 2298', false],
])('the whole number must fit the pattern of %s: %s', (name, number, fits) =>
  expect(hasCourierFormat(courierOf(name), number)).toBe(fits),
);

describe('a courier is refused', () => {
  const refusal = (change: object) => {
    const [first, ...others] = content.couriers;
    return couriersContent.safeParse({ couriers: [{ ...first, ...change }, ...others] }).error?.issues[0]
      ?.message;
  };
  test.each([
    [{ trackingUrl: 'http://example.com/{number}' }, 'must be an address that begins with https://'],
    [{ trackingUrl: 'javascript:alert(1)//{number}' }, 'must be an address that begins with https://'],
    [{ trackingUrl: 'https://example.com/' }, 'must have {number} once'],
    [{ trackingUrl: 'https://example.com/{number}/{number}' }, 'must have {number} once'],
    [{ pattern: '[A-Z' }, 'must be a regular expression'],
    [{ name: 'DTDC' }, 'two couriers have the same name'],
  ])('%j', (change, message) => expect(refusal(change)).toBe(message));
});
