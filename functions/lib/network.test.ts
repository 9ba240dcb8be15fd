import { expect, test } from 'vitest';
import { networksOf, widestOf } from './network.ts';

const namesOf = (address: string) => networksOf(address).map(({ name }) => name);

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['unknown', 'unknown'],
  ['no:address', 'no:address'],
])('%s is in one network, %s', (address, network) => {
  expect(networksOf(address)).toEqual([{ name: network, share: 1 }]);
});

test.each([
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', ['2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1::/48']],
  ['2001:db8:1:abcd::', ['2001:db8:1:abcd::/64', '2001:db8:1:ab00::/56', '2001:db8:1::/48']],
  ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48']],
  ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0::/48']],
])('%s is in %s', (address, networks) => {
  expect(namesOf(address)).toEqual(networks);
});

test('a wider network may use more of a limit', () => {
  expect(networksOf('2001:db8:1:2::1').map(({ share }) => share)).toEqual([0.25, 0.5, 1]);
});

test('neighbouring /64 networks share the wider ones', () => {
  const [one, other] = [namesOf('2001:db8:1:2::1'), namesOf('2001:db8:1:3::1')];
  expect([one[0] === other[0], one[1] === other[1], one[2] === other[2]]).toEqual([false, true, true]);
  expect(namesOf('2001:db8:1:102::1')[1]).not.toBe(one[1]);
  expect(widestOf(networksOf('2001:db8:1:102::1'))).toBe('2001:db8:1::/48');
});
