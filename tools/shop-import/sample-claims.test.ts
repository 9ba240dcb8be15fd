/** What is claimed of the sample brand leaves with the samples; what is the shop's own stays. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { mistakesIn } from '#tools/lib/check-content.ts';
import { contentFiles } from '#tools/lib/content.ts';
import { removeSampleClaims } from './sample-claims.ts';
import { contentCopy } from './testing/content-copy.ts';

const copy = contentCopy();
afterAll(() => copy.remove());
beforeEach(() => copy.reset());

const names = ['home.yaml', 'collection.yaml', 'team.yaml', 'testimonials.yaml', 'store.yaml'];
const read = (name: string) => readFileSync(join(copy.content, name), 'utf8');
const claims =
  /made in India|dermatolog|non-toxic|Happy Customers|Cruelty Free|cruelty free|Premier|Meera|by the people who make it/i;

test('no claim of the sample brand is left, and the content is valid', () => {
  const said = (name: string) => read(name).split(/^claims:$/m)[0];
  expect(names.filter((name) => claims.test(said(name) ?? ''))).not.toEqual([]);
  removeSampleClaims(copy.content);
  expect(names.filter((name) => claims.test(said(name) ?? ''))).toEqual([]);
  expect(mistakesIn(contentFiles(copy.content)).laws).toEqual([]);
  const once = names.map(read);
  removeSampleClaims(copy.content);
  expect(names.map(read)).toEqual(once);
});

test('what an editor has made the shop’s own stays', () => {
  for (const name of names) {
    const own = read(name)
      .replaceAll('sample: true', 'sample: false')
      .replace(/^samples:\n(?: {2}- .*\n)+/m, '');
    writeFileSync(join(copy.content, name), own);
  }
  const before = names.map((name) => parse(read(name)));
  removeSampleClaims(copy.content);
  expect(names.map((name) => parse(read(name)))).toEqual(before);
});
