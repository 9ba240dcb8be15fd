/** Redirects of an earlier shop become earlier addresses in a copy of the content. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecords } from 'shop-import/read-records';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { mistakesIn } from '#tools/lib/check-content.ts';
import { contentFiles, readRedirects } from '#tools/lib/content.ts';
import { importRecords } from './records.ts';
import { contentCopy } from './testing/content-copy.ts';

const copy = contentCopy();
const { content } = copy;
afterAll(() => copy.remove());
beforeEach(() => copy.reset());

const id = 'rose-balance-toner';
const file = `source,target,regex,code
/shop/old-toner/,/product/${id}/,0,301
/p/toner,/shop/old-toner,0,301
/skin/serums/,/product-category/serums/,0,301
/about,/product/${id},0,301
/fr,https://elsewhere.example/fr,0,301
/pages/who-we-are,/about,0,301
/hilfe/,/pages/contact-us,0,301`;

async function bring(isDry: boolean) {
  const read = readRecords(new TextEncoder().encode(file));
  if (!read) throw new Error('no records');
  const { rows, counts } = await importRecords(read, content, isDry);
  return { results: rows.map(({ result }) => result), counts };
}
const redirectsText = () => readFileSync(join(content, 'redirects.yaml'), 'utf8');

test('a dry run says what the import does, and writes nothing; a second import changes nothing', async () => {
  const before = redirectsText();
  const expected = ['added', 'added', 'added', 'refused', 'refused', 'added', 'added'];
  expect((await bring(true)).results).toEqual(expected);
  expect(redirectsText()).toEqual(before);

  expect((await bring(false)).results).toEqual(expected);
  expect(readRedirects(content).slice(-5)).toEqual([
    { from: '/shop/old-toner', to: `/product/${id}` },
    { from: '/p/toner', to: `/product/${id}` },
    { from: '/skin/serums', to: '/category/serum' },
    { from: '/pages/who-we-are', to: '/about' },
    { from: '/hilfe', to: '/contact' },
  ]);
  expect(mistakesIn(contentFiles(content)).laws).toEqual([]);

  const after = redirectsText();
  const again = await bring(false);
  expect(again.results).toEqual(expected.map((result) => (result === 'added' ? 'in the shop' : result)));
  expect(again.counts.added).toBe(0);
  expect(redirectsText()).toEqual(after);
});
