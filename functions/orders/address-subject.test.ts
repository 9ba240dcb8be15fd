import { expect, test } from 'vitest';
import { addressKey } from './address-subject.ts';

const key = (address: string, zipcode = '560001') => addressKey({ address, zipcode });

test.each([
  ['Flat 3, MG Road', 'flat no 3 m.g. road'],
  ['Flat 3, MG Road', '3 M G Rd'],
  ['Flat 3, MG Road', 'M.G. Road, Flat No. 03'],
  ['Flat 3, MG Road', 'Flat ३, MG Road'],
  ['12-B, Shanti Nagar', '12 b shanthi ngr'],
  ['12-B, Shanti Nagar', '12/B Shanti  Nagar,'],
  ['4th Cross, Vijaya Nagar', '4 Cross Wijaya Nagar'],
  ['2nd Floor, 18 Lavelle Road', '18 lavelle rd, 2 floor'],
  ['House 7, Gandhi Street', 'house no. 7 Ghandi St'],
  ['Plot 9, Sector 21, Chandigarh', 'PLOT NO.9 SECT 21 CHANDIGARH'],
  ['Ｆｌａｔ ３， ＭＧ Ｒｏａｄ', 'Flat 3 MG Road'],
  ['५, गांधी मार्ग', '5 गांधी  मार्ग'],
])('%s is %s', (one, other) => {
  expect(key(other)).toBe(key(one));
});

test.each([
  ['Flat 3, MG Road', 'Flat 4, MG Road'],
  ['Flat 3, MG Road', 'Flat 3, Brigade Road'],
  ['12-B, Shanti Nagar', '12-C, Shanti Nagar'],
  ['7 Gandhi Street', '17 Gandhi Street'],
  ['5 गांधी मार्ग', '6 गांधी मार्ग'],
])('%s is not %s', (one, other) => {
  expect(key(other)).not.toBe(key(one));
});
