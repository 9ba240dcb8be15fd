/** The positions of a page's elements, and their differences between two engines. */

/** `tag.class#n` (the n-th of its kind, `dl>` before it in a list of descriptions) with x, y, width and height in px. */
export type Boxes = Record<string, [number, number, number, number]>;

/**
 * Runs in the page: boxes of visible elements, from the top of the document, without elements that move by themselves.
 * @param onTop only boxes of the dialog or menu over the page, from the top of the window: the content below it may
 *   not have been laid out yet
 */
export function boxes(onTop: boolean): Boxes {
  const moving = '.carousel, [data-banner], video, svg *, option, .counters *';
  // WebKit reports the boxes of a zoomed element without the zoom, and does not make its letters as small.
  const isZoomed = (one: Element) => {
    const paper = one.closest('.slip, .parcel-label');
    return paper !== null && getComputedStyle(paper).zoom !== '1';
  };
  const wanted = onTop
    ? 'dialog[open] *, [popover]:popover-open:not(.toasts) *'
    : 'header, main, footer, main *, header *, footer *';
  const [left, top] = onTop ? [0, 0] : [scrollX, scrollY];
  // Order numbers differ between walks, and so do the widths of their digits.
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const kept: [Text, string][] = [];
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const alike = text.data.replace(/ORD-\d+/, 'ORD-000000').replace(/^[0-9a-f]{8}(?=…)/, '00000000');
    if (alike === text.data) continue;
    kept.push([text, text.data]);
    text.data = alike;
  }
  const counts = new Map<string, number>();
  const found: Boxes = {};
  for (const one of document.querySelectorAll(wanted)) {
    if (one.closest(moving) || isZoomed(one)) continue;
    const { x, y, width, height } = one.getBoundingClientRect();
    if (!width || !height || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue;
    // The place of an inline element depends on line breaks, which engines with `text-wrap` choose differently.
    if (getComputedStyle(one).display === 'inline') continue;
    const names = [...one.classList].filter((name) => !/^astro-/.test(name));
    const list = one.closest('dl') && !one.matches('dl') ? 'dl>' : '';
    const kind = list + [one.tagName.toLowerCase(), ...names].join('.');
    const n = counts.get(kind) ?? 0;
    counts.set(kind, n + 1);
    found[`${kind}#${n}`] = [x + left, y + top, width, height].map(Math.round) as Boxes[string];
  }
  for (const [text, data] of kept) text.data = data;
  return found;
}

/** The tallest line of a paragraph, px. */
const line = 32;

/**
 * Allowed differences between two engines, px. All engines load the shop's own fonts, so lines break at the same words,
 * and the specification defines the grid. x: 4 px or 2 %. Width: 8 px or 4 %, because engines round the widths of words
 * differently and draw native controls differently. Height: 8 px or 8 %, because engines round the heights of lines,
 * and the system draws lists and file fields. A paragraph, and what holds the descriptions of a list, may differ by one
 * line, because engines implement `text-wrap: pretty` differently. An element further down has the sum of all differences above it, so the limit of y
 * grows with the distance from the top: 8 px or 3 % of it.
 */
const allowed = {
  x: (value: number) => Math.max(4, value * 0.02),
  y: (value: number) => Math.max(8, value * 0.03),
  width: (value: number) => Math.max(8, value * 0.04),
  height: (value: number, isParagraph: boolean) => Math.max(isParagraph ? line : 8, value * 0.08),
};
const sides = ['x', 'y', 'width', 'height'] as const;

/** Boxes that are elsewhere than in the reference, missing or additional, one line each. */
export function differences(reference: Boxes, own: Boxes): string[] {
  const lines: string[] = [];
  for (const [key, expected] of Object.entries(reference)) {
    const actual = own[key];
    if (!actual) {
      lines.push(`${key}: missing, ${expected}`);
      continue;
    }
    const wrong = sides.filter((side, i) => {
      const value = expected[i] ?? 0;
      return Math.abs((actual[i] ?? 0) - value) > allowed[side](value, /^(p|dl)[.#>]/.test(key));
    });
    if (wrong.length) lines.push(`${key}: ${wrong.join(', ')}: ${actual} instead of ${expected}`);
  }
  for (const [key, actual] of Object.entries(own))
    if (!reference[key]) lines.push(`${key}: too much, ${actual}`);
  return lines;
}
