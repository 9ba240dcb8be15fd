/** Random pages of a PDF, read back with pdf.js. */
import { getDocumentProxy } from 'unpdf';
import { colours } from '../../email/theme.ts';
import { createPdf, type Style } from '../pdf.ts';

/** Mulberry32: the same numbers for the same seed, from 0 to 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const characters = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ()\\<>[]{}/%#&₹−–’éñÿ½';
const style: Style = { face: 'text', size: 9, colour: colours.ink };

/** @returns the numbers of the pages on which pdf.js finds an error, or reads other texts than were written */
export async function brokenPages(pages: number, seed: number): Promise<number[]> {
  const random = randomNumbers(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pdf = createPdf('Random pages');
  const written: string[] = [];
  for (let page = 0; page < pages; page += 1) {
    pdf.addPage();
    const texts = Array.from({ length: 1 + below(30) }, () =>
      Array.from({ length: 1 + below(40) }, () => characters[below(characters.length)]).join(''),
    );
    for (const text of texts) {
      pdf.text(text, below(600), below(800), { ...style, size: 4 + below(20) });
      pdf.rectangle(below(600), below(800), below(99), below(99), `#${String(100_000 + below(900_000))}`);
    }
    written.push(texts.join(''));
  }
  const read = await getDocumentProxy(await pdf.bytes(), { stopAtErrors: true });
  const broken: number[] = [];
  for (const [n, text] of written.entries()) {
    const page = await read.getPage(n + 1);
    // Fails if an operator is broken.
    const list = await page.getOperatorList().catch(() => undefined);
    const glyphs = (list?.argsArray ?? []).flat(2) as ({ unicode?: string } | null)[];
    if (glyphs.map((glyph) => glyph?.unicode ?? '').join('') !== text) broken.push(n);
    page.cleanup();
  }
  await read.loadingTask.destroy();
  return broken;
}
