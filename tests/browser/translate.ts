/** A browser that translates the pages. */
import type { Page } from 'playwright-core';

/** Takes each text node out, now and later, and puts another text there in two elements, as Chrome does. Runs in the page. */
function replaceTexts(): void {
  const skipped = 'script, style, noscript, template, textarea, title, option, svg, [translate="no"]';
  const replace = (text: Text): void => {
    if (!text.data.trim() || text.data.endsWith('\u2009') || text.parentElement?.closest(skipped)) return;
    const inner = document.createElement('font');
    inner.append(`${text.data}\u2009`);
    const outer = document.createElement('font');
    outer.appendChild(inner);
    text.replaceWith(outer);
  };
  const replaceIn = (root: Node): void => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text);
    if (root instanceof Text) texts.push(root);
    for (const text of texts) replace(text);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes, type } of changes)
      for (const node of type === 'characterData' ? [target] : addedNodes)
        if (node.isConnected) replaceIn(node);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/**
 * Translates what the page shows from its next document on. Each text then ends with a thin space, which looks like the
 * first one to a test.
 */
export const translate = (page: Page) => page.addInitScript(replaceTexts);

/** The visible text of an element, as one line. */
export const textOf = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).first().innerText()).replace(/\s+/g, ' ').trim();
