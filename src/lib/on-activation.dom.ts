declare global {
  interface Document {
    /** Whether the page is prerendered. Not supported by all browsers. */
    readonly prerendering?: boolean;
  }
}

/**
 * Runs when the page is shown. A browser may prerender a page (src/layouts/speculation.ts), and a prerendered page must
 * not change anything (docs/behaviour.md, "All pages").
 */
export function onActivation(run: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', run, { once: true });
  else run();
}

/** Resolves when the page is shown. */
export const untilActivation = (): Promise<void> => new Promise(onActivation);
