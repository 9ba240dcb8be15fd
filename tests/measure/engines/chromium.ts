/** Chromium through Playwright, the same one as in the browser tests (tools/lib/chromium.ts). */
import { startBrowser } from '#tools/lib/chromium.ts';
import { type Driver, type Engine, firstScript, type Window } from './driver.ts';

async function open({ width, height, input }: Window): Promise<Driver> {
  const browser = await startBrowser();
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: input === 'touch',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  });
  context.setDefaultTimeout(60_000);
  await context.addInitScript(firstScript);
  const problems: string[] = [];
  context.on('weberror', (problem) => problems.push(`unhandled: ${problem.error()}`));
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} ${message.location().url}`);
  });
  const page = await context.newPage();
  return {
    goto: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    mouse: (x, y) => page.mouse.click(x, y),
    touch: (x, y) => page.touchscreen.tap(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    screenshot: () => page.screenshot(),
    pdf: () => page.pdf(),
    problems,
    close: () => browser.close(),
  };
}

export const chromium: Engine = {
  name: 'chromium',
  async find() {
    try {
      const browser = await startBrowser();
      const version = `Chromium ${browser.version()}`;
      await browser.close();
      return { version };
    } catch {
      return { missing: 'install Chrome, or name a Chromium in CHROMIUM_PATH' };
    }
  },
  open,
};
