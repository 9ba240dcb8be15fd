/** Prerendered pages look like opened ones to a script, and may never be seen. */

type Prerenderable = Document & { prerendering?: boolean };

/** Resolves when somebody has really opened this page: nothing is written before. */
export const untilActive = (): Promise<void> =>
  new Promise((resolve) => {
    if ((document as Prerenderable).prerendering)
      document.addEventListener('prerenderingchange', () => resolve(), { once: true });
    else resolve();
  });
