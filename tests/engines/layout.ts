/** Where the elements of a page stand, and whether another engine puts them there too. */

/** `tag.class#n` (the n-th of its kind) with x, y, width and height in px. */
export type Boxes = Record<string, [number, number, number, number]>;

/**
 * Runs in the page: boxes of what can be seen, from the top of the document. What moves by itself is left out.
 * @param onTop only of the dialog or the menu that lies over the page, from the top of the window: what is out of
 *   sight below it has perhaps not been laid out
 */
export function boxes(onTop: boolean): Boxes {
  const moving = '.carousel, [data-banner], video, svg *, option, .counters *';
  const wanted = onTop
    ? 'dialog[open] *, [popover]:popover-open:not(.toasts) *'
    : 'header, main, footer, main *, header *, footer *';
  const [left, top] = onTop ? [0, 0] : [scrollX, scrollY];
  // Each walk has orders with numbers of their own, which are as wide as their digits.
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
    if (one.closest(moving)) continue;
    const { x, y, width, height } = one.getBoundingClientRect();
    if (!width || !height || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue;
    // Within a line, its place depends on where the line breaks, which engines with text-wrap choose for themselves.
    if (getComputedStyle(one).display === 'inline') continue;
    const names = [...one.classList].filter((name) => !/^astro-/.test(name));
    const kind = [one.tagName.toLowerCase(), ...names].join('.');
    const n = counts.get(kind) ?? 0;
    counts.set(kind, n + 1);
    found[`${kind}#${n}`] = [x + left, y + top, width, height].map(Math.round) as Boxes[string];
  }
  for (const [text, data] of kept) text.data = data;
  return found;
}

/** px: the highest line of a paragraph. */
const line = 32;

/**
 * How far two engines may differ, px. All of them set the shop's own fonts, so lines break alike, and the grid is
 * theirs by specification: x holds to 4 px or 2 %, and width to 4 px or 3 %, which allows for widths of words that each
 * engine rounds its own way, and for native controls. Heights hold to 8 px or 4 %: a line's height is rounded by each
 * engine, and a list or a file field is drawn by the system. A paragraph may have a line more or less, since the
 * engines understand `text-wrap: pretty` differently. An element further down has collected the differences of
 * everything above it, so y grows with the place: 8 px or 3 % of the distance from the top.
 */
const allowed = {
  x: (value: number) => Math.max(4, value * 0.02),
  y: (value: number) => Math.max(8, value * 0.03),
  width: (value: number) => Math.max(4, value * 0.03),
  height: (value: number, isParagraph: boolean) => Math.max(isParagraph ? line : 8, value * 0.04),
};
const sides = ['x', 'y', 'width', 'height'] as const;

/** What stands elsewhere than in the reference, is missing or is too much, one line each. */
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
      return Math.abs((actual[i] ?? 0) - value) > allowed[side](value, /^p[.#]/.test(key));
    });
    if (wrong.length) lines.push(`${key}: ${wrong.join(', ')}: ${actual} instead of ${expected}`);
  }
  for (const [key, actual] of Object.entries(own))
    if (!reference[key]) lines.push(`${key}: too much, ${actual}`);
  return lines;
}
