import { expect, test } from 'vitest';
import { oneHour } from '#lib/dates.ts';
import { photoUrls, readPhotoLink } from './photo-link.ts';

const key = 'a key of at least thirty-two characters';
const id = '6b3a1c52-5d3c-4a5e-9c51-0d6f0d7f1b11';
const now = 500_000 * oneHour + 12_345;

/** What a link is read as. */
function read(url: string, at: number, ring: string | readonly string[] = key, until?: number) {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const link = pathname.replace('/api/photos/', '');
  return readPhotoLink(ring, link, until ?? Number(searchParams.get('until')), at);
}

test('works for one to two hours, with its key, also while the key is being replaced', () => {
  const url = photoUrls(key, now)(id);
  expect(photoUrls(key, now + oneHour / 2)(id)).toBe(url);
  expect(read(url, now)).toBe(id);
  expect(read(url, now + oneHour)).toBe(id);
  expect(read(url, now + 2 * oneHour)).toBeUndefined();
  expect(read(url, now, ['another key of thirty-two characters!', key])).toBe(id);
  expect(read(url, now, 'another key of thirty-two characters!')).toBeUndefined();
});

test('cannot be lengthened, nor used for another photo', () => {
  const url = photoUrls(key, now)(id);
  expect(read(url, now, key, 600_000)).toBeUndefined();
  expect(read(url.replace('6b3a', '6b3b'), now)).toBeUndefined();
});
