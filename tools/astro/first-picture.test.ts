import { expect, test } from 'vitest';
import { bySize, linkHeader, preloadsOf, withLinkRules, withLinkTags } from './first-picture.ts';

const source = (type: string, name: string, media = '') =>
  `<source ${media && `media="${media}" `}type="image/${type}" srcset="/${name}-1.${type} 280w, /${name}-2.${type} 560w" sizes="50vw">`;
const picture = (sources: string, priority = ' fetchPriority="high"') =>
  `<picture>${sources}<img src="/a.webp" alt=""${priority}></picture>`;
const lazy = picture(source('avif', 'lazy'), ' loading="lazy"');

test('the first picture with high priority is preloaded in its best format', () => {
  const page = lazy + picture(source('avif', 'a') + source('webp', 'a')) + picture(source('avif', 'b'));
  expect(linkHeader(preloadsOf(page))).toBe(
    '</a-2.avif>; rel=preload; as=image; type=image/avif; fetchpriority=high; imagesrcset="/a-1.avif 280w, /a-2.avif 560w"; imagesizes="50vw"',
  );
});

test('pictures for other screens are preloaded only there', () => {
  const small = '(max-width: 63.99rem)';
  const sources = ['avif', 'webp'].map((type) => source(type, 'narrow', small) + source(type, 'wide'));
  expect(preloadsOf(picture(sources.join(''))).map(({ href, media }) => [href, media])).toEqual([
    ['/narrow-2.avif', small],
    ['/wide-2.avif', `not all and ${small}`],
  ]);
});

test('a page without such a picture preloads nothing', () => {
  expect(preloadsOf(lazy)).toEqual([]);
});

test('the file gets at most 99 rules, and no line longer than 2000 characters', () => {
  const preloads = preloadsOf(picture(source('avif', 'a')));
  const pages = Array.from({ length: 120 }, (_, n) => ({ path: `/${n}`, preloads }));
  const long = { path: '/long', preloads: preloadsOf(picture(source('avif', 'a'.repeat(1000)))) };
  const { headers, ruled } = withLinkRules('# A comment\n/*\n  A: b\n', [long, ...pages]);
  expect([ruled.size, ruled.has('/long'), headers.match(/^\//gm)?.length]).toEqual([98, false, 99]);
  expect(headers.endsWith(`\n/97\n  Link: ${linkHeader(preloads)}\n`)).toBe(true);
});

test('pages of small folders come first', () => {
  const paths = ['/', '/about', '/b/1', '/b/2', '/b/3', '/c/1'];
  expect(bySize(paths.map((path) => ({ path }))).map(({ path }) => path)).toEqual([
    '/c/1',
    '/',
    '/about',
    '/b/1',
    '/b/2',
    '/b/3',
  ]);
});

test('a page without a rule has its preload behind the viewport', () => {
  const head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">';
  const preloads = preloadsOf(picture(source('avif', 'a')));
  expect(withLinkTags(`${head}<title>A</title>`, preloads)).toBe(
    `${head}<link rel="preload" as="image" type="image/avif" imagesrcset="/a-1.avif 280w, /a-2.avif 560w" imagesizes="50vw" fetchpriority="high"><title>A</title>`,
  );
});
