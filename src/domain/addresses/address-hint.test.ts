import { expect, test } from 'vitest';
import { addressHint } from './address-hint.ts';

test.each([
  ['', /^House, street/],
  ['   ', /^House, street/],
  ['MG Road, Indiranagar, Bengaluru', /number missing/],
  ['शांति निवास, महात्मा गांधी मार्ग', /number missing/],
  ['12, MG Road', /street and area/],
  ['५, एमजी', /street and area/],
  ['12, 3rd Cross, Indiranagar Stage 2', /^A landmark/],
  // A word within another one is no landmark.
  ['12, Kopparam Street, Copper Layout', /^A landmark/],
  ['12, 3rd Cross, Indiranagar, opp. the post office', /can find/],
  ['Flat 4B, Lotus Apartments, Near Ganesh Mandir', /can find/],
  ['५६, गांधी नगर, मंदिर के पास', /can find/],
  ['H.No. 7, Gali 3, mandir ke paas', /can find/],
])('%s', (typed, hint) => {
  expect(addressHint(typed)).toMatch(hint);
});
