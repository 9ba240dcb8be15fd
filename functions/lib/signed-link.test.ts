/** Signed links: only the shop makes them, and each is for one thing. */
import { expect, test } from 'vitest';
import { orderLink, readOrderLink } from '../guests/order-link.ts';
import { optOutToken, readOptOutToken, readReviewLink, reviewLink } from '../reviews/review-link.ts';
import { emailHash, emailHashes, keyRing } from './email-hash.ts';

const key = 'a key of thirty-two characters or more';
const orderId = '09bae979-8d36-4d1a-9d12-5b0c3c1f7a10';
const order = { id: orderId, linkVersion: 0 };
const hash = 'x'.repeat(43);

test('a link is read with the same key, for the same product, and as the same kind only', () => {
  const link = reviewLink(key, orderId, 'barrier-cream');
  expect(readReviewLink(key, link, 'barrier-cream')).toBe(orderId);
  expect(readReviewLink(`${key}!`, link, 'barrier-cream')).toBeUndefined();
  expect(readReviewLink(key, link, 'barrier-cream-2')).toBeUndefined();
  expect(readOrderLink(key, link)).toBeUndefined();
  expect(readReviewLink(key, orderLink(key, order), 'barrier-cream')).toBeUndefined();
  expect(readOptOutToken(key, optOutToken(key, hash))).toBe(hash);
  expect(readOptOutToken(key, link)).toBeUndefined();
});

test('links to orders in earlier emails still work', () =>
  expect(orderLink(key, order)).toBe(`${orderId}.tbymkuXF53TWiUvuAe2DrIkh3aENdkVSunUvAtpELN8`));

test('a link has the number of times that the links of its order were withdrawn', () => {
  for (const linkVersion of [1, 2, 999_999]) {
    const link = orderLink(key, { id: orderId, linkVersion });
    expect(readOrderLink(key, link)).toMatchObject({ order: { id: orderId, linkVersion } });
    const [id, , signature] = link.split('.');
    for (const text of [
      `${id}.${signature}`,
      `${id}.${linkVersion + 1}.${signature}`,
      `${id}.0.${signature}`,
    ])
      expect(readOrderLink(key, text)).toBeUndefined();
  }
});

test('any changed, cut or joined text is no link', () => {
  const link = reviewLink(key, orderId, 'barrier-cream');
  // The last character of a signature has bits that decoding drops.
  const texts = Array.from({ length: link.length - 1 }, (_, n) => [
    link.slice(0, n),
    `${link.slice(0, n)}${link[n] === 'f' ? 'e' : 'f'}${link.slice(n + 1)}`,
  ]).flat();
  for (const text of [...texts, `${link}.`, `.${link}`, `${link}\n`, link.toUpperCase(), '.'.repeat(9_999)])
    expect([text, readReviewLink(key, text, 'barrier-cream')]).toEqual([text, undefined]);
});

test('while the key is replaced, links of both keys are read and new ones have the present key', () => {
  const [present, previous] = ['the present key, long enough for all', 'the previous key, long enough too'];
  const both = [present, previous];
  const [old, made] = [orderLink(previous, order), orderLink(both, order)];
  expect(made).toBe(orderLink(present, order));
  for (const link of [old, made]) expect(readOrderLink(both, link)?.order).toEqual(order);
  // Without the previous key its links are revoked.
  expect(readOrderLink(present, old)).toBeUndefined();
  expect(readOrderLink(present, made)?.order).toEqual(order);
  const address = optOutToken(previous, hash);
  expect([readOptOutToken(both, address), readOptOutToken(present, address)]).toEqual([hash, undefined]);
});

test('an address has a hash for each key, the present one first; it is stored with the present one', () => {
  const both = keyRing({ EMAIL_HASH_KEY: 'present', EMAIL_HASH_KEY_PREVIOUS: 'previous' }) ?? '';
  expect(emailHashes(both, ' Asha@Example.in')).toEqual([
    emailHash('present', 'asha@example.in'),
    emailHash('previous', 'asha@example.in'),
  ]);
  expect(emailHash(both, 'asha@example.in')).toBe(emailHash('present', 'asha@example.in'));
  expect(keyRing({ EMAIL_HASH_KEY_PREVIOUS: 'previous' })).toBeUndefined();
  expect(keyRing({ EMAIL_HASH_KEY: 'present', EMAIL_HASH_KEY_PREVIOUS: '' })).toBe('present');
});
