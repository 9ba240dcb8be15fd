/** Tabs that were opened before a deploy, in a real browser: what people do in them afterwards, with the pages they have. */
import type { BrowserContext, Page } from 'playwright-core';
import { startBrowser } from '#tools/lib/chromium.ts';
import { badge, hydrated } from '../browser/steps.ts';
import { becomes } from '../browser/visitor.ts';
import { password } from '../support/accounts.ts';
import { serum } from '../support/orders.ts';
import { newPerson } from './traffic.ts';

/** @property failures files that were gone, answers of 5xx and errors of scripts */
export type Tabs = { failures: string[]; goOn(): Promise<void>; close(): Promise<void> };

/** Opens the pages of the release that runs. @param url the shop's address */
export async function openTabs(url: string): Promise<Tabs> {
  const browser = await startBrowser();
  const failures: string[] = [];
  const open = async (path: string): Promise<Page> => {
    const context: BrowserContext = await browser.newContext({ baseURL: url, serviceWorkers: 'block' });
    context.setDefaultTimeout(15_000);
    context.on('weberror', (problem) => failures.push(`${path}: ${problem.error()}`));
    context.on('response', (response) => {
      const { pathname } = new URL(response.url());
      const isGone = response.status() === 404 && pathname.startsWith('/_astro/');
      if (isGone || response.status() >= 500) failures.push(`${path}: ${response.status()} ${pathname}`);
    });
    const page = await context.newPage();
    await page.goto(path, { waitUntil: 'networkidle' });
    return page;
  };
  const product = await open(`/product/${serum}`);
  const contact = await open('/contact');
  const register = await open('/register');
  const login = await open('/login');
  await hydrated(register);
  await hydrated(login);
  const { name, email } = newPerson();
  const fill = async (page: Page): Promise<void> => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
  };
  return {
    failures,
    async goOn() {
      await product.getByRole('button', { name: 'Add to Cart', exact: true }).click();
      await becomes(() => badge(product), '1');
      await register.getByLabel('Name').fill(name);
      await fill(register);
      await register.getByRole('button', { name: 'Create Account' }).click();
      await register.waitForURL((at) => at.pathname !== '/register');
      await fill(login);
      await login.getByRole('button', { name: 'Sign In' }).click();
      await login.waitForURL((at) => at.pathname !== '/login');
      await contact.locator('[data-open]').click();
      await contact.locator('[data-support] [name=name]').fill(name);
      await contact.locator('[data-support] [name=email]').fill(email);
      await contact.locator('[data-support] [name=subject]').fill('Where is it');
      await contact.locator('[data-support] [name=message]').fill('Since Monday.');
      await contact.locator('[data-support] [type=submit]').click();
      await contact.locator('[data-again]').waitFor();
    },
    close: () => browser.close(),
  };
}
