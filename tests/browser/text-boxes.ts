/** Where the texts of a sheet stand, as they are printed or shown. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Box, misplaced } from '#lib/testing/boxes.ts';

/** The boxes of the lines of text in each sheet, from its upper left corner, and its size, px. */
const boxesOf = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((sheets) =>
    sheets.map((sheet) => {
      const { left: x, top: y, width, height } = sheet.getBoundingClientRect();
      const boxes: Box[] = [];
      /** Only for screen readers. */
      const isHidden = (element: Element | null): boolean =>
        element !== null &&
        (getComputedStyle(element).clipPath !== 'none' || isHidden(element.parentElement));
      const walker = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (walker.nextNode()) {
        const { currentNode: node } = walker;
        if (!node.textContent?.trim() || isHidden(node.parentElement)) continue;
        range.selectNodeContents(node);
        for (const { left, top, right, bottom } of range.getClientRects()) {
          if (right - left < 1) continue;
          // The box of a line has room above and below its letters.
          const room = (bottom - top) * 0.2;
          const text = node.textContent.slice(0, 60);
          boxes.push({
            text,
            left: left - x,
            top: top - y + room,
            right: right - x,
            bottom: bottom - y - room,
          });
        }
      }
      return { boxes, width, height };
    }),
  );

/** Asserts that in each sheet no text is over another one, or outside of it. @param sheets how many there are */
export async function expectTextsInPlace(page: Page, selector: string, sheets: number): Promise<void> {
  const all = await boxesOf(page, selector);
  expect(all).toHaveLength(sheets);
  for (const { boxes, width, height } of all) {
    expect(boxes.length).toBeGreaterThan(3);
    expect(misplaced(boxes, { width, height })).toEqual([]);
  }
}
