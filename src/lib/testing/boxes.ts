/** Boxes of texts on a page, and what is wrong with where they stand. */

/** Any unit; the upper edge is the smaller one. */
export type Box = { text: string; left: number; top: number; right: number; bottom: number };

/** Rounding of a renderer. */
const tolerance = 0.5;

/** Texts that are printed over each other, or that leave the page. @param page width and height */
export function misplaced(boxes: readonly Box[], page: { width: number; height: number }): string[] {
  const outside = boxes.filter(
    ({ left, top, right, bottom }) =>
      left < -tolerance ||
      top < -tolerance ||
      right > page.width + tolerance ||
      bottom > page.height + tolerance,
  );
  const over = boxes.flatMap((a, n) =>
    boxes
      .slice(n + 1)
      .filter(
        (b) =>
          Math.min(a.right, b.right) - Math.max(a.left, b.left) > tolerance &&
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > tolerance,
      )
      .map((b) => `"${a.text}" and "${b.text}" are printed over each other`),
  );
  return [...outside.map(({ text }) => `"${text}" leaves the page`), ...over];
}
