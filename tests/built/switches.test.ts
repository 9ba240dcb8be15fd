/** A shop of which all that can be switched off is off: nothing of it is left (docs/behaviour.md, "Switches"). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCopy } from '../support/shop-copy.ts';
import { type Switch, switchOff } from '../support/switches.ts';
import { parseHtml, textOf } from './pages.ts';

const parts: Switch[] = [
  'skin',
  'routine',
  'ingredients',
  'journal',
  'reviews',
  'newsletter',
  'results',
  'wishlist',
  'razorpay',
  'stripe',
];

let copy: Awaited<ReturnType<typeof buildCopy>> | undefined;
let files: string[] = [];
const read = (file: string) => readFileSync(join(copy?.pages ?? '', file), 'utf8');

beforeAll(async () => {
  copy = await buildCopy((content) => switchOff(content, parts));
  files = readdirSync(copy.pages, { recursive: true, encoding: 'utf8' });
}, 240_000);
afterAll(() => copy?.remove(), 60_000);

test('no page, file or script of it is there', () => {
  const own =
    /^(skin|routine|ingredients|journal|wishlist|subscribed)|^shell\/reviews|_astro\/(skin|marks|Planner|note|wish|heart|SavedProducts|ReviewsIsland|start-reviews|signup|results\.)/;
  expect(files.filter((file) => own.test(file))).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});

test('no page, sitemap or list for language models leads to it', () => {
  const address = /(href="|example)\/(skin|routine|ingredients|journal|wishlist)\b/;
  const found = files.filter((file) => /\.(html|xml|txt)$/.test(file) && address.test(read(file)));
  expect(found).toEqual([]);
});

test.each(['category/serum', 'product/rose-balance-toner', 'cart', '404'])(
  '%s says nothing of it',
  (page) => {
    const html = read(`${page}.html`).replace(/<(script|style)\b.*?<\/\1>/gs, '');
    const [body] = parseHtml(html).find('body');
    expect(textOf(body ?? null)).not.toMatch(
      /my skin|wish list|review|journal|newsletter|all ingredients, explained|in your routine|razorpay|\bUPI\b/i,
    );
  },
);
