/**
 * Random delays, as on a busy phone or a weak connection. They reveal tests and code that rely on an order of events
 * (docs/reliability.md).
 */
import type { BrowserContext } from 'playwright-core';

/** `page` delays frames (up to 0.3 s), timers (0.15 s) and responses (0.8 s); `line` delays every request (0.4 s). */
const delay = process.env.LATE;

/** Adds the delays that `LATE` names to this profile. @throws on an unknown value */
export async function addDelays(context: BrowserContext): Promise<void> {
  if (delay === 'page') await context.addInitScript(delayPage);
  else if (delay === 'line')
    await context.route('**/*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
      // A page that the visitor has left cannot continue its requests.
      await route.fallback().catch(() => {});
    });
  else if (delay) throw new Error(`LATE=${delay}: must be page or line`);
}

/** Runs in the page, before the page's own scripts. */
function delayPage(): void {
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
      // It may outlive the page, which its delay would not.
      if (request[1]?.keepalive) return ask(...request);
      await wait(500);
      const answer = await ask(...request);
      await wait(300);
      return answer;
    },
  });
}
