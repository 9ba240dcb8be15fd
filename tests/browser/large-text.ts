/**
 * Pages for people with large text or a small phone: at 390 px with text of 200 %, and at 320 px, nothing overlaps or is
 * cut (WCAG 1.4.4 and 1.4.10).
 */
import type { Page } from 'playwright-core';

/** Width of the window, px, and size of the text, % of the usual. */
type Setting = { width: number; text: number };

const settings: readonly Setting[] = [
  { width: 390, text: 200 },
  { width: 320, text: 100 },
];

/** Texts that may end in "…", because they are complete elsewhere on the page. */
const mayBeCut = '[data-buy-bar] b';

/** {@link faultsOfLayout}. Runs in the page. */
function faultsHere(mayBeCut: string): string[] {
  type Box = { name: string; left: number; top: number; right: number; bottom: number };
  type Part = Box & { element: Element; layer: Element | null };
  const found: string[] = [];
  const { innerHeight, document } = window;
  const width = document.documentElement.clientWidth;
  const root = document.querySelector('dialog:modal, #menu:popover-open') ?? document.body;
  const nameOf = (element: Element): string => {
    const words = element.getAttribute('aria-label') ?? element.textContent ?? '';
    const kind =
      element.className && typeof element.className === 'string' ? `.${element.className.split(' ')[0]}` : '';
    return `${element.localName}${kind} "${words.trim().replace(/\s+/g, ' ').slice(0, 40)}"`;
  };
  const ancestors = (element: Element): Element[] => {
    const all: Element[] = [];
    for (let one: Element | null = element; one && one !== document.documentElement; one = one.parentElement)
      all.push(one);
    return all;
  };
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element): CSSStyleDeclaration => {
    const style = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, style);
    return style;
  };
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !ancestors(element).some((one) => styleOf(one).clipPath.startsWith('inset(50%') || one.matches('.skip'));
  /** Parts that stay while the page scrolls lie over others. */
  const layerOf = (element: Element): Element | null =>
    ancestors(element).find(
      (one) => ['fixed', 'sticky'].includes(styleOf(one).position) || one.matches('dialog, [popover]'),
    ) ?? null;
  const boxOf = (element: Element): Box => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { name: nameOf(element), left, top, right, bottom };
  };
  /** The part of the box that its ancestors show. */
  const shownOf = (box: Box, element: Element, isText = false): Box => {
    let { left, top, right, bottom } = box;
    for (const one of ancestors(element)) {
      if (one === document.body) break;
      const { overflowX, overflowY, position } = styleOf(one);
      if ((isText || one !== element) && (overflowX !== 'visible' || overflowY !== 'visible')) {
        const edge = one.getBoundingClientRect();
        if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
      }
      if (position === 'fixed') break;
    }
    return { ...box, left, top, right, bottom };
  };
  const isScrolled = (element: Element, axis: 'overflowX' | 'overflowY'): boolean =>
    ancestors(element).some(
      (one) =>
        one !== document.body &&
        (['auto', 'scroll'].includes(styleOf(one)[axis]) || one.matches('.swiper, .typed')),
    );
  const over = (a: Box, b: Box, by = 2): boolean =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > by &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;

  // Text.
  const texts: Part[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const element = node.parentElement;
    if (
      !element ||
      !node.textContent?.trim() ||
      element.closest('script, style, noscript, option, textarea, svg') ||
      !isSeen(element)
    )
      continue;
    for (const { 0: word, index } of node.textContent.matchAll(
      /(?<=^|[\s(])(?:\p{L}{2,16}|₹[\d,.]+)(?=[\s).,;:!?]|$)/gu,
    )) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = [...range.getClientRects()];
      if (lines.some(({ top }) => top > (lines[0]?.bottom ?? 0) - 2)) found.push(`"${word}" is broken`);
    }
    range.selectNodeContents(node);
    const name = `"${node.textContent.trim().replace(/\s+/g, ' ').slice(0, 40)}"`;
    const layer = layerOf(element);
    const box = ancestors(element).find((one) => {
      const { borderTopWidth, borderBottomWidth, backgroundColor } = styleOf(one);
      return (
        one.matches('button, .button, .badge, td, th') ||
        (borderTopWidth !== '0px' && borderBottomWidth !== '0px') ||
        (one !== document.body && backgroundColor !== 'rgba(0, 0, 0, 0)')
      );
    });
    for (const { left, top, right, bottom } of range.getClientRects()) {
      if (right - left < 1) continue;
      const room = (bottom - top) * 0.2;
      const line = { name, left, top: top + room, right, bottom: bottom - room };
      const shown = shownOf(line, element, true);
      if (shown.right - shown.left > 1 && shown.bottom - shown.top > 1) {
        texts.push({ ...shown, element, layer });
        if (element.closest(mayBeCut)) continue;
        if (!isScrolled(element, 'overflowX')) {
          if (shown.right < line.right - 2 || shown.left > line.left + 2)
            found.push(`${name} is cut at its side`);
          if (line.right > width + 2 || line.left < -2)
            found.push(`${name} leaves the window: ${Math.round(line.left)} to ${Math.round(line.right)}`);
        }
        if (!isScrolled(element, 'overflowY') && (shown.bottom < line.bottom - 2 || shown.top > line.top + 2))
          found.push(`${name} is cut in its height`);
        const edge = box && styleOf(box).display !== 'inline' && box.getBoundingClientRect();
        if (
          edge &&
          !isScrolled(element, 'overflowX') &&
          (line.left < edge.left - 2 ||
            line.right > edge.right + 2 ||
            line.top < edge.top - 2 ||
            line.bottom > edge.bottom + 2)
        )
          found.push(`${name} leaves its box ${nameOf(box)}`);
      } else if (!isScrolled(element, 'overflowX') && !isScrolled(element, 'overflowY'))
        found.push(`${name} is cut off`);
    }
  }

  // Controls.
  const controls: Part[] = [];
  for (const element of root.querySelectorAll(
    'a, button, input:not([type="hidden"]), select, textarea, summary',
  )) {
    if (!isSeen(element) || styleOf(element).display === 'inline') continue;
    const whole = boxOf(element);
    const { left, top, right, bottom } = shownOf(whole, element);
    // Marks lie over a picture, and the handle that compares two of them lies over both.
    if (right - left < 2 || bottom - top < 2 || element.matches(':has(img), [type="range"]')) continue;
    const style = styleOf(element);
    const isField = element.matches(
      'input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"]), select, textarea',
    );
    const inner = isField
      ? {
          left: left + Number.parseFloat(style.paddingLeft),
          right: right - Number.parseFloat(style.paddingRight),
        }
      : { left, right };
    controls.push({ ...whole, ...inner, top, bottom, element, layer: layerOf(element) });
    const isSmall = whole.right - whole.left < 24 || whole.bottom - whole.top < 24;
    if (isSmall && !element.closest('label, p'))
      found.push(
        `${whole.name} is ${Math.round(whole.right - whole.left)} × ${Math.round(whole.bottom - whole.top)} px`,
      );
    if (!isField) continue;
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) continue;
    const field = element as HTMLInputElement;
    const { fontSize } = field.value ? style : getComputedStyle(field, '::placeholder');
    pen.font = `${style.fontStyle} ${style.fontWeight} ${fontSize} ${style.fontFamily}`;
    const value =
      element instanceof HTMLSelectElement
        ? (element.selectedOptions[0]?.text ?? '')
        : field.value || field.placeholder;
    const isChosen = element instanceof HTMLSelectElement;
    const needs = Math.min(pen.measureText(value).width, isChosen || !field.value ? width * 0.7 : width / 2);
    // A long address scrolls in its field; what is short, or chosen, is shown whole.
    if (!(element instanceof HTMLTextAreaElement) && needs > inner.right - inner.left + 1)
      found.push(
        `${whole.name} has ${Math.round(inner.right - inner.left)} px for "${value}" of ${Math.round(needs)} px`,
      );
    if (bottom - top < Number.parseFloat(style.fontSize)) found.push(`${whole.name} is lower than its text`);
  }

  // Icons.
  const icons: Part[] = [...root.querySelectorAll('svg')]
    .filter((one) => isSeen(one) && !one.closest('[data-gallery]'))
    .map((element) => ({ ...shownOf(boxOf(element), element), element, layer: layerOf(element) }));

  // What lies over what.
  /** Over a picture on purpose. */
  const isPlaced = (element: Element) => styleOf(element).position === 'absolute';
  const isApart = (a: Element, b: Element) => !a.contains(b) && !b.contains(a);
  const pairs = new Set<string>();
  texts.forEach((a, n) => {
    for (const b of texts.slice(n + 1))
      if (a.layer === b.layer && over(a, b) && !(a.element === b.element && a.name === b.name))
        pairs.add(`${a.name} and ${b.name} lie over each other`);
    for (const b of icons)
      if (
        a.layer === b.layer &&
        !isPlaced(a.element) &&
        !isPlaced(b.element) &&
        isApart(a.element, b.element) &&
        over(a, b, 3)
      )
        pairs.add(`the icon of ${nameOf(b.element.parentElement ?? b.element)} lies over ${a.name}`);
    for (const b of controls)
      if (
        a.layer === b.layer &&
        isApart(a.element, b.element) &&
        !b.element.closest('label')?.contains(a.element) &&
        over(a, b, 3)
      )
        pairs.add(`${b.name} lies over ${a.name}`);
  });
  controls.forEach((a, n) => {
    for (const b of controls.slice(n + 1))
      if (a.layer === b.layer && isApart(a.element, b.element) && over(a, b, 3))
        pairs.add(`${a.name} lies over ${b.name}`);
  });
  found.push(...pairs);

  // Frame of the page.
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > width) found.push(`the page is ${scrollWidth} px wide`);
  const wordmark = document.querySelector('.header .home svg')?.getBoundingClientRect().width ?? 99;
  if (wordmark < 60) found.push(`the wordmark is ${Math.round(wordmark)} px wide`);
  const bars = [...document.querySelectorAll('body *')].filter((one) => {
    const style = styleOf(one);
    const stays =
      style.position === 'fixed' ||
      (style.position === 'sticky' && (style.top !== 'auto' || style.bottom !== 'auto'));
    return stays && one.clientWidth > width * 0.6 && !one.matches('dialog, [popover]') && isSeen(one);
  });
  const taken = bars.reduce((sum, one) => sum + one.clientHeight, 0);
  if (taken > innerHeight / 2) found.push(`${bars.map(nameOf)} stay and take ${taken} of ${innerHeight} px`);
  return [...new Set(found)];
}

/** What is wrong with the page, or its open dialog, as it is laid out now. */
export const faultsOfLayout = (page: Page): Promise<string[]> => page.evaluate(faultsHere, mayBeCut);

/** @returns `390 px, 200 %: what is wrong`; the page is put back as it was */
export async function largeTextFaults(page: Page): Promise<string[]> {
  const before = page.viewportSize() ?? { width: 390, height: 844 };
  const found: string[] = [];
  for (const { width, text } of settings) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate((size) => {
      // Content far below is laid out only when it comes near (layouts/fresh.js).
      delete document.documentElement.dataset.fresh;
      document.documentElement.style.fontSize = `${size}%`;
      return document.fonts.ready;
    }, text);
    const here = await faultsOfLayout(page);
    found.push(...here.map((one) => `${width} px, ${text} %: ${one}`));
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize(before);
  return found;
}
