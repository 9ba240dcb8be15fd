/** Firefox through Puppeteer, over WebDriver BiDi. */
import { spawnSync } from 'node:child_process';
import puppeteer from 'puppeteer-core';
import { type Driver, type Engine, firstScript, type Window } from './driver.ts';

const names = [process.env.FIREFOX_PATH, 'firefox-esr', 'firefox'].filter((name) => name !== undefined);

/** The first installed Firefox, with its version. */
function installed(): { path: string; version: string } | undefined {
  for (const name of names) {
    const { status, stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' });
    if (status !== 0) continue;
    const path = name.includes('/') ? name : spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim();
    return { path, version: stdout.trim().replace('Mozilla ', '') };
  }
  return undefined;
}

async function open({ width, height, input }: Window): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: installed()?.path ?? '',
    defaultViewport: { width, height, hasTouch: input === 'touch' },
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-IN',
      'ui.prefersReducedMotion': 0,
      // Scroll bars that take no space, as on a phone.
      'ui.useOverlayScrollbars': 1,
      'widget.gtk.overlay-scrollbars.enabled': true,
      // Without a screen, Firefox detects no pointer: set a fine one that hovers, or a coarse one.
      'ui.primaryPointerCapabilities': input === 'mouse' ? 6 : 1,
      'ui.allPointerCapabilities': input === 'mouse' ? 6 : 1,
    },
    env: { ...process.env, TZ: 'Asia/Kolkata' },
    protocolTimeout: 120_000,
  });
  const page = await browser.newPage();
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
    close: () => browser.close(),
  };
}

export const firefox: Engine = {
  name: 'firefox',
  async find() {
    const found = installed();
    return found ?? { missing: 'apt-get install firefox-esr, or name a Firefox in FIREFOX_PATH' };
  },
  open,
};
