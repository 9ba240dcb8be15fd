/**
 * Random delays, as on a busy phone or a weak connection. They reveal tests and code that rely on an order of events
 * (docs/reliability.md).
 */
import type { BrowserContext } from 'playwright-core';

/** What is late: `page` its frames (up to 0.3 s), timers (0.15 s) and answers (0.8 s); `line` every request (0.4 s). */
const lateness = process.env.LATE;

/** Makes what is opened in this profile late, when `LATE` asks for it. @throws on an unknown word */
export async function addDelays(context: BrowserContext): Promise<void> {
  if (lateness === 'page') await context.addInitScript(latePage);
  else if (lateness === 'line')
    await context.route('**/*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
      // A page that is left asks no more.
      await route.fallback().catch(() => {});
    });
  else if (lateness) throw new Error(`LATE=${lateness}: must be page or line`);
}

/** Runs in the page, before its own scripts. */
function latePage(): void {
  const later = setTimeout.bind(window);
  const paint = requestAnimationFrame.bind(window);
  const ask = fetch.bind(window);
  const some = (ms: number) => Math.random() * ms;
  const wait = (ms: number) => new Promise((resolve) => later(resolve, some(ms)));
  Object.assign(window, {
    setTimeout: (run: () => void, ms = 0, ...given: []) => later(run, ms + some(150), ...given),
    requestAnimationFrame: (run: FrameRequestCallback) => later(() => paint(run), some(300)),
    cancelAnimationFrame: clearTimeout,
    fetch: async (...request: Parameters<typeof fetch>) => {
      await wait(500);
      const answer = await ask(...request);
      await wait(300);
      return answer;
    },
  });
}
