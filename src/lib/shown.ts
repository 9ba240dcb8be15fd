declare global {
  interface Document {
    /** The page is made in advance and may never be seen. Not known to every browser. */
    readonly prerendering?: boolean;
  }
}

/**
 * Runs once the page is really seen. A browser may render a page in advance (src/layouts/speculation.ts), and
 * such a page must change nothing (docs/behaviour.md 3.3).
 */
export function whenShown(run: () => void): void {
  if (document.prerendering) document.addEventListener('prerenderingchange', run, { once: true });
  else run();
}

/** Resolves when the page is really seen. */
export const untilShown = (): Promise<void> => new Promise(whenShown);
