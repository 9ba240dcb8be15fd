import { expect, test } from 'vitest';
import { iconMistake, readWordmark } from './svg.ts';

const svg = (content: string, viewBox = '0 0 64 64') =>
  `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${content}</svg>\n`;

test('a wordmark is its shapes and their box', () =>
  expect(readWordmark(svg('\n<path d="M0 0h9"/>\n', '0 0 432 80'))).toEqual({
    viewBox: '0 0 432 80',
    content: '<path d="M0 0h9"/>',
  }));

test.each([
  ['no drawing', /must be an SVG with a viewBox/],
  ['<svg><path d="M0 0h9"/></svg>', /must be an SVG with a viewBox/],
  [svg('<text x="1">Kesari</text>'), /“<text”: convert texts to outlines/],
  [svg('<style>a{}</style>'), /“<style”/],
  [svg('<script>1</script>'), /“<script”/],
  [svg('<path onload="x"/>'), /“onload=”/],
  [svg('<path id="main"/>'), /“id=”/],
  [svg('<path fill="url(#a)"/>'), /“url\(”/],
])('%s is no wordmark', (text, reason) => expect(readWordmark(text)).toMatch(reason));

test.each([
  [svg('<defs><linearGradient id="a"/></defs><path fill="url(#a)"/>'), undefined],
  [svg('<path/>', '0 0 64 32'), /square viewBox/],
  ['<svg></svg>', /square viewBox/],
  [svg('<text>K</text>'), /must have no text/],
])('an icon: %s', (text, reason) =>
  reason ? expect(iconMistake(text)).toMatch(reason) : expect(iconMistake(text)).toBeUndefined(),
);
