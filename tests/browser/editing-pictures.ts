/**
 * node tests/browser/editing-pictures.ts: takes the pictures of docs/editing.md from the present editor. It edits a
 * copy of `content/` in the browser and uses a simulator of the Git host, so it saves nothing elsewhere.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { syncCatalogue } from '#db/sync.ts';
import { buildEditor } from '#tools/edit/build-editor.ts';
import { buildIfNeeded } from '#tools/lib/build.ts';
import { startBrowser } from '#tools/lib/chromium.ts';
import { readProducts, root } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { describeError, logError, logInfo } from '#tools/lib/log.ts';
import { type Stack, startStack } from '#tools/lib/stack.ts';
import { accessToken, newGitHost } from '#tools/simulators/github/index.ts';
import {
  contentAtGitHost,
  onItsOwnHost,
  openEditor,
  openEntry,
  openSignIn,
  save,
  signIn,
  toBoard,
} from './editing.ts';

const folder = join(root, 'docs', 'editing');

/** Each picture's steps in the editor, open on a copy of the files. */
const local: Record<string, (page: Page) => Promise<unknown>> = {
  async products(page) {
    await page.getByRole('treeitem', { name: 'Products' }).click();
    await page.getByRole('gridcell', { name: 'Barrier Cream' }).last().waitFor();
  },
  async price(page) {
    const fields = await openEntry(page, 'Products', 'Barrier Cream');
    await fields.getByLabel('Price', { exact: true }).fill('620');
  },
  async mistake(page) {
    const fields = await openEntry(page, 'Products', 'Barrier Cream');
    await fields.getByLabel('Price', { exact: true }).fill('620.555');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const sentence = page.getByText('has more than two decimals');
    await sentence.waitFor();
    await sentence.scrollIntoViewIfNeeded();
  },
  async pictures(page) {
    await openEntry(page, 'Products', 'Aloe Gel Cream');
    await page.getByRole('button', { name: 'Show Editor Options' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByLabel('Name', { exact: true }).first().fill('Neem Gel');
    await toTheEnd(page);
    await page.getByRole('button', { name: 'Expand All' }).last().click();
    const replace = page.getByRole('button', { name: 'Replace Image' }).first();
    await replace.waitFor();
    await replace.scrollIntoViewIfNeeded();
  },
  article: (page) => openEntry(page, 'Journal', 'How to read a serum label'),
  policy: (page) => openEntry(page, 'Policies', 'Refund'),
  banner: (page) => openEntry(page, 'Shop and banner'),
};

/** Scrolls to the end step by step: the CMS creates fields when they come into view. */
async function toTheEnd(page: Page): Promise<void> {
  const end = page.getByRole('button', { name: /Add .*picture/ });
  await page.mouse.move(300, 500);
  for (let step = 0; step < 100 && !(await end.isVisible()); step++) {
    await page.mouse.wheel(0, 400);
    await page.waitForTimeout(200);
  }
}

/** The same in the editor on its own host, as editors use it. */
const deployed: Record<string, (page: Page, host: ReturnType<typeof newGitHost>) => Promise<unknown>> = {
  'sign-in': async (page) => (await openSignIn(page)).waitFor(),
  async draft(page, { repository }) {
    await signIn(page, accessToken);
    const fields = await openEntry(page, 'Products', 'Barrier Cream');
    await fields.getByLabel('Price', { exact: true }).fill('620');
    await save(page);
    await page.getByRole('button', { name: 'Send for Review' }).click();
    while (!repository.pulls.length) await page.waitForTimeout(200);
    repository.pull(1).previewUrl = 'https://change-1-harita.example';
    await toBoard(page);
    const card = page.getByRole('list', { name: 'In Review' }).getByRole('listitem');
    await card.getByRole('button', { name: 'Barrier Cream' }).click();
    await page.getByRole('button', { name: 'View Preview' }).waitFor();
  },
};

async function take(browser: Browser, stack: Stack, name: string, act: Act): Promise<void> {
  const context = await browser.newContext({
    baseURL: stack.url,
    viewport: { width: 1200, height: 750 },
    locale: 'en-IN',
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    await act(page, context);
    // By then pictures are loaded, and the messages about finished actions have disappeared.
    await page.waitForTimeout(6000);
    await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 72 });
    logInfo(`docs/editing/${name}.jpg`);
  } finally {
    await context.close();
  }
}

type Act = (page: Page, context: BrowserContext) => Promise<unknown>;

async function takeAll(browser: Browser, stack: Stack): Promise<void> {
  for (const [name, act] of Object.entries(local))
    await take(browser, stack, name, async (page) => {
      await openEditor(page);
      await act(page);
    });
  for (const [name, act] of Object.entries(deployed))
    await take(browser, stack, name, async (page, context) => {
      const host = newGitHost(contentAtGitHost());
      await onItsOwnHost(context, stack.url, host);
      await act(page, host);
    });
}

async function pictures(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await buildIfNeeded({ log: logInfo });
  const data = temporaryFolder();
  const stack = await startStack({
    dataDir: data.path,
    editor: await buildEditor({ log: logInfo, site: 'http://localhost' }),
    async prepare(database) {
      await syncCatalogue(database, readProducts());
    },
  });
  const browser = await startBrowser();
  try {
    await takeAll(browser, stack);
  } finally {
    await browser.close();
    await stack.stop();
    data.remove();
  }
}

try {
  await pictures();
} catch (error) {
  logError(describeError(error));
  process.exitCode = 1;
}
