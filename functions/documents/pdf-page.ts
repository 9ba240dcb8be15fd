/** The measures and styles of the shop's printed pages, and what all of them share. */
import { colours } from '../email/theme.ts';
import { type Pdf, pageSize, type Style } from './pdf.ts';

export const margin = 44;
export const right = pageSize.width - margin;
export const width = right - margin;
/** The lowest baseline of a row; below it are page number and notes. */
export const bottom = pageSize.height - 64;

export const styles = {
  shop: { face: 'display', size: 27, colour: colours.green },
  title: { face: 'display', size: 21, colour: colours.ink },
  label: { face: 'text', size: 8, colour: colours.inkSoft },
  text: { face: 'text', size: 9, colour: colours.ink },
  strong: { face: 'strong', size: 9, colour: colours.ink },
  total: { face: 'strong', size: 12, colour: colours.ink },
} as const satisfies Record<string, Style>;

export const toRight = (style: Style): Style => ({ ...style, align: 'right' });

/** A line of text, in the style that it is printed in. */
export type Line = { text: string; style: Style };

/** An empty rectangle with a line around it. */
export function frame(pdf: Pdf, x: number, top: number, wide: number, high: number): void {
  for (const edge of [top, top + high - 1]) pdf.rectangle(x, edge, wide, 1, colours.ink);
  for (const edge of [x, x + wide - 1]) pdf.rectangle(edge, top, 1, high, colours.ink);
}

/** Writes `title · 1 of 2` below the pages from `first` to the last one. */
export function numberPages(pdf: Pdf, title: string, first: number): void {
  const pages = pdf.pageCount() - first;
  for (let page = 0; page < pages; page += 1)
    pdf.text(
      `${title}  ·  ${page + 1} of ${pages}`,
      right,
      pageSize.height - 36,
      toRight(styles.label),
      first + page,
    );
}
