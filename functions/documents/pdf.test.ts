import { expect, test } from 'vitest';
import { brokenPages } from './testing/random-pages.ts';

// tests/nightly/pdf-pages.test.ts reads 20,000.
test('pdf.js reads each of 400 random pages as it was written', async () => {
  expect(await brokenPages(400, 1)).toEqual([]);
});
