/**
 * Chromium and Firefox through Puppeteer: the same Chromium as in the browser tests (tools/lib/chromium.ts), and Firefox
 * over WebDriver BiDi.
 */
import { spawnSync } from 'node:child_process';
import puppeteer, { type Page, type Viewport } from 'puppeteer-core';
import { startPuppeteer } from '#tools/lib/chromium.ts';
import { type Driver, type Engine, firstScript, type Input, type Window } from './driver.ts';

const timezone = 'Asia/Kolkata';

const viewportOf = ({ width, height, input }: Window): Viewport => ({
  width,
  height,
  hasTouch: input === 'touch',
});

/** @param page of a browser of its own */
async function drive(page: Page): Promise<Driver> {
  page.setDefaultTimeout(60_000);
  await page.evaluateOnNewDocument(firstScript);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`unhandled: ${error}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} from ${response.url()}`);
  });
  return {
    goto: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    mouse: (x, y) => page.mouse.click(x, y),
    touch: (x, y) => page.touchscreen.tap(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    screenshot: async () => Buffer.from(await page.screenshot()),
    pdf: async () => Buffer.from(await page.pdf()),
    problems,
    close: () => page.browser().close(),
  };
}

/** Chromium detects no pointer without a screen: a fine one that hovers, in the numbers of its own settings. */
const mouseSwitch =
  '--blink-settings=primaryPointerType=4,availablePointerTypes=4,primaryHoverType=2,availableHoverTypes=2';

export const chromium: Engine = {
  name: 'chromium',
  async find() {
    try {
      const browser = await startPuppeteer();
      const version = (await browser.version()).replace(/^.*\//, 'Chromium ');
      await browser.close();
      return { version };
    } catch {
      return { missing: 'install Chrome, or name a Chromium in CHROMIUM_PATH' };
    }
  },
  async open(window) {
    const browser = await startPuppeteer(window.input === 'mouse' ? [mouseSwitch] : []);
    const page = await browser.newPage();
    await page.setViewport(viewportOf(window));
    await page.emulateTimezone(timezone);
    await page.emulateLocale('en-IN');
    return drive(page);
  },
};

const names = [process.env.FIREFOX_PATH, 'firefox-esr', 'firefox'].filter((name) => name !== undefined);

/** The first installed Firefox, with its version. */
function installedFirefox(): { path: string; version: string } | undefined {
  for (const name of names) {
    const { status, stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' });
    if (status !== 0) continue;
    const path = name.includes('/') ? name : spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim();
    return { path, version: stdout.trim().replace('Mozilla ', '') };
  }
  return undefined;
}

/** Firefox detects no pointer without a screen: a fine one that hovers, or a coarse one. */
const pointers: Record<Input, number> = { mouse: 6, touch: 1 };

export const firefox: Engine = {
  name: 'firefox',
  find: async () =>
    installedFirefox() ?? { missing: 'apt-get install firefox-esr, or name a Firefox in FIREFOX_PATH' },
  async open(window) {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: installedFirefox()?.path ?? '',
      // Not set for a page: Puppeteer tolerates only of this one that a Firefox does not know all of its commands.
      defaultViewport: viewportOf(window),
      extraPrefsFirefox: {
        'intl.accept_languages': 'en-IN',
        'ui.prefersReducedMotion': 0,
        // Scroll bars that take no space, as on a phone.
        'ui.useOverlayScrollbars': 1,
        'widget.gtk.overlay-scrollbars.enabled': true,
        'ui.primaryPointerCapabilities': pointers[window.input],
        'ui.allPointerCapabilities': pointers[window.input],
      },
      env: { ...process.env, TZ: timezone },
      protocolTimeout: 120_000,
    });
    return drive(await browser.newPage());
  },
};
