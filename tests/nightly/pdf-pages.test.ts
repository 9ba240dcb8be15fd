/** Pages of PDFs with random texts, which a compression of our own once broke: one in 600. */
import { expect, test } from 'vitest';
import { brokenPages } from '#functions/documents/testing/random-pages.ts';
import { times } from '../support/client.ts';

test.each(times(20, (n) => n + 2))(
  'pdf.js reads each of 1,000 random pages as it was written (seed %i)',
  async (seed) => {
    expect(await brokenPages(1000, seed)).toEqual([]);
  },
);
