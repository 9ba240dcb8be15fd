/** What a phone loads to search and filter a large catalogue stays small (docs/performance.md). */
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { toIndex } from '#domain/search/index-file.ts';
import { inEditorsOrder } from '#domain/search/search.ts';
import { picturePlan } from '#features/catalogue/picture-plan.ts';
import { cardsOf, manyProducts } from '../support/catalogue.ts';
import { randomFrom } from '../support/random.ts';
import { searchFilesOf } from '../support/search-files.ts';

/** KiB, compressed as Cloudflare does on the fly. */
const weigh = (file: unknown): number =>
  brotliCompressSync(JSON.stringify(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length / 1024;

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-';

test.each([
  [100, { words: 15, cards: 12, filters: 2 }],
  [1_000, { words: 30, cards: 60, filters: 8 }],
])('%i products: at most %o KiB', (count, most) => {
  const dice = randomFrom(count);
  const hash = (length: number) =>
    Array.from({ length }, () => letters[dice.between(0, letters.length - 1)]).join('');
  const { card: widths, formats } = picturePlan(count);
  const picture = () => {
    const stem = `/_astro/1.${hash(8)}`;
    const srcset = (format: 'avif' | 'webp') =>
      formats.includes(format)
        ? widths.map((width) => `${stem}_${hash(6)}.${format} ${width}w`).join(', ')
        : '';
    const [avif, webp] = [srcset('avif'), srcset('webp')];
    return { avif, webp, src: '', width: 840, height: 840, alt: '', colour: `rgb(${hash(3)})` };
  };
  const catalogue = manyProducts(count);
  const files = searchFilesOf(catalogue);
  const cards = cardsOf(catalogue)
    .sort(inEditorsOrder)
    .map((card) => ({ ...card, picture: picture() }));
  const sizes = { words: weigh(files.words), cards: weigh(toIndex(cards)), filters: weigh(files.facets) };
  for (const [name, size] of Object.entries(sizes) as [keyof typeof sizes, number][]) {
    expect([name, size <= most[name]]).toEqual([name, true]);
    expect([name, size > most[name] / 4]).toEqual([name, true]);
  }
});
