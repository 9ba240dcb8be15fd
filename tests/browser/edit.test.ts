/** The editor at /edit, on local files: what it shows, and what it writes into the files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { policy } from '#tools/edit/headers.ts';
import { checkContent, root } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { useShop } from '../support/shop.ts';
import { changes, duplicate, openEditor, openEntry, save, takeHome } from './editing.ts';
import { see, useBrowser } from './visitor.ts';

const shop = useShop({ editor: true });
const { visit } = useBrowser(shop);

/** Opens the editor; it must not request anything elsewhere, and no errors may appear. */
async function openLocalEditor(): Promise<Page> {
  const { page, context, allowFailure, expectConsole } = await visit(1280);
  // The preview of a picture (`blob:http://…`) that was replaced before it was drawn.
  allowFailure({ path: /^http/, status: 0 });
  // The CMS requests only the Git host's status, and the page's policy blocks that.
  expectConsole('https://www.githubstatus.com/');
  const elsewhere: string[] = [];
  context.on('request', (request) => {
    if (![shop.stack.url, 'blob:', 'data:'].some((start) => request.url().startsWith(start)))
      elsewhere.push(request.url());
  });
  context.on('close', () => expect(elsewhere).toEqual([]));
  await openEditor(page);
  return page;
}

/** The result of the project's own checks of the present files. */
async function checkFiles(page: Page): Promise<string> {
  const folder = temporaryFolder();
  try {
    await takeHome(page, folder.path);
    checkContent(join(folder.path, 'content'));
    return 'nothing is wrong';
  } catch (error) {
    return (error as Error).message;
  } finally {
    folder.remove();
  }
}

test('its files have their own policy, and search engines may not index them', async () => {
  const { url } = shop.stack;
  for (const path of ['/edit', '/edit/config.json']) {
    const { status, headers } = await fetch(url + path);
    expect([status, headers.get('content-security-policy')]).toEqual([200, policy]);
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  }
  const [missing, other] = await Promise.all([fetch(`${url}/edit/nothing.js`), fetch(`${url}/nothing`)]);
  expect([missing.status, await missing.text()]).toEqual([404, await other.text()]);
  expect((await fetch(url)).headers.get('content-security-policy')).not.toBe(policy);
});

type Change = { in: string[]; field: string; file: string; from: string; to: string };

/** One field in each kind of file, and its line in the file. */
const kinds: Change[] = [
  {
    in: ['Products', 'Barrier Cream'],
    field: 'Price',
    file: 'products/barrier-cream/index.md',
    from: 'price: 649',
    to: 'price: 620.5',
  },
  {
    in: ['Journal', 'Turmeric'],
    field: 'Tag',
    file: 'journal/turmeric-and-saffron.md',
    from: 'tag: Ingredients',
    to: 'tag: Kitchen',
  },
  {
    in: ['Policies', 'Refund'],
    field: 'Short title',
    file: 'policies/refund.md',
    from: 'short: Refund',
    to: 'short: Money back',
  },
  {
    in: ['Questions and contact', 'Orders'],
    field: 'Topic',
    file: 'faqs/orders.yaml',
    from: 'title: Orders',
    to: 'title: Your orders',
  },
  {
    in: ['Questions and contact', 'Contact page'],
    field: 'Title',
    file: 'faqs/contact.yaml',
    from: 'title: How can we help?',
    to: 'title: May we help?',
  },
  {
    in: ['About', 'About the shop'],
    field: 'Title',
    file: 'about/index.md',
    from: 'title: Green, in the oldest sense of the word',
    to: 'title: Green',
  },
  {
    in: ['About', 'Ingredients'],
    field: 'Title',
    file: 'about/ingredients.md',
    from: 'title: What goes in, and what stays out',
    to: 'title: In and out',
  },
  {
    in: ['About', 'Sustainability'],
    field: 'Title',
    file: 'about/sustainability.md',
    from: 'title: Lighter with every batch',
    to: 'title: Lighter',
  },
  {
    in: ['About', 'Team'],
    field: 'Title',
    file: 'team.yaml',
    from: 'title: Three people, one table',
    to: 'title: Three of us',
  },
  {
    in: ['Shop and banner'],
    field: 'message',
    file: 'store.yaml',
    from: '- Worldwide fast shipping',
    to: "- 'Diwali: 20% off'",
  },
  {
    in: ['Home page'],
    field: 'Title',
    file: 'home.yaml',
    from: 'title: Three steps, and out of the door',
    to: 'title: Three steps',
  },
  {
    in: ['Collection page'],
    field: 'Title',
    file: 'collection.yaml',
    from: 'title: Made to be finished, and missed',
    to: 'title: Made to be missed',
  },
  {
    in: ['Testimonials'],
    field: 'Name',
    file: 'testimonials.yaml',
    from: 'author: Asha R.',
    to: 'author: Asha Rao',
  },
];

describe('a change of one field is a change of one line', { timeout: 180_000 }, () => {
  test('in one file of every kind', async () => {
    const page = await openLocalEditor();
    for (const change of kinds) {
      const fields = await openEntry(page, ...change.in);
      const box = fields.getByLabel(change.field, { exact: true }).first();
      const folded = fields.getByRole('button', { name: 'Expand', exact: true }).first();
      await see(box.or(folded));
      if (!(await box.isVisible())) await folded.click();
      await box.fill(change.to.replace(/^(\w+:|-) /, '').replaceAll("'", ''));
      await save(page);
    }
    const now = await changes(page);
    const expected = kinds.map(({ file, from, to }) => {
      const text = readFileSync(join(root, 'content', file), 'utf8');
      return [`content/${file}`, text.replace(from, to)];
    });
    const found = Object.entries(now).map(([name, bytes]) => [name, bytes?.toString()]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
    expect(await checkFiles(page)).toBe('nothing is wrong');
  });
});

const fieldOf = (page: Page, name: string) => page.getByLabel(name, { exact: true }).first();

describe('a mistake is refused', { timeout: 120_000 }, () => {
  test('at its field, and nothing is saved', async () => {
    const page = await openLocalEditor();
    await openEntry(page, 'Products', 'Barrier Cream');
    await fieldOf(page, 'Price').fill('620.555');
    await fieldOf(page, 'Name').fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await see(page.getByText('has more than two decimals'));
    await see(page.getByText('This field is required.'));
    expect(await changes(page)).toEqual({});
  });

  test('by the build, when only the build can detect it', async () => {
    const page = await openLocalEditor();
    await openEntry(page, 'Products', 'Barrier Cream');
    await fieldOf(page, 'Price').fill('900');
    await save(page);
    expect(await checkFiles(page)).toBe(
      'content/products/barrier-cream/index.md: price: must not be above originalPrice (the MRP)',
    );
  });
});

test('a new product, with a picture, duplicated from an existing one', { timeout: 120_000 }, async () => {
  const page = await openLocalEditor();
  await openEntry(page, 'Products', 'Aloe Gel Cream');
  await duplicate(page);
  await fieldOf(page, 'Name').fill('Neem Gel');
  // The CMS creates fields when they come into view, and a picture's fields, the last ones, when its part is opened.
  await page.mouse.move(300, 500);
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 500);
        return page.getByRole('button', { name: /Add .*picture/ }).isVisible();
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  await page.getByRole('button', { name: 'Expand All' }).last().click();
  await see(page.getByText('1.jpg', { exact: true }));
  await page.getByRole('button', { name: 'Replace Image' }).first().click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByText('Upload').first().click(),
  ]);
  await chooser.setFiles(join(root, 'content', 'home', 'detail.jpg'));
  await page.getByRole('button', { name: 'Insert' }).click();
  await save(page);
  const now = await changes(page);
  expect(Object.keys(now).sort()).toEqual([
    'content/products/neem-gel/2.jpg',
    'content/products/neem-gel/detail.jpg',
    'content/products/neem-gel/index.md',
  ]);
  expect(await checkFiles(page)).toBe('nothing is wrong');
});
