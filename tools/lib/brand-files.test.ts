/** A file of the brand that is missing or cannot be used is one line that names it. */
import { describe, expect, test } from 'vitest';
import { readPdfFonts } from './brand-files.ts';
import { changed, finds } from './testing/broken-content.ts';

describe('broken files', () =>
  finds(
    [
      [
        'a colour without contrast',
        'brand/theme.yaml',
        /inkFaint: .*/,
        "inkFaint: '#999999'",
        'colours.inkFaint: #999999 on paper (#fffdf9) has a contrast of 2.8; it needs 4.5 (WCAG 2.2)',
      ],
      [
        'a wordmark without a box',
        'brand/wordmark.svg',
        /viewBox="[^"]*"/,
        '',
        'must be an SVG with a viewBox',
      ],
      [
        'a font of nowhere',
        'brand/fonts.css',
        /text-400/,
        'text-401',
        'there is no file brand/fonts/text-401.woff2',
      ],
    ],
    [
      ['no icon', 'brand/icon.svg', undefined, 'the file is missing'],
      ['no font of titles', 'brand/fonts/display-500.woff2', undefined, 'the file is missing'],
      ['no fonts of documents', 'brand/fonts/pdf.json', undefined, 'the file is missing'],
    ],
  ));

test('fonts of documents are what npm run fonts writes', () => {
  const withFonts = (text: string | undefined) => () =>
    readPdfFonts(changed([], { 'brand/fonts/pdf.json': text }));
  expect(withFonts('{"text":[]}')).toThrow('content/brand/fonts/pdf.json: has no fonts of PDF documents');
  expect(withFonts(undefined)).toThrow('content/brand/fonts/pdf.json: the file is missing');
});
