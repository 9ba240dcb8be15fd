/** Steps in the editor at /edit, which works on the copy of the content of this shop. */
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect } from 'vitest';
import { contentRoot } from '#tools/lib/content.ts';
import { writeContent } from '#tools/lib/fixture.ts';
import { browserTest } from './browser-test.ts';
import { gone, see } from './visitor.ts';

/** The text of a file of the content as it was. */
export const original = (file: string): string => readFileSync(join(contentRoot, file), 'utf8');

/** To be called at the file's top. Each test has the content anew, and its pages request nothing elsewhere. */
export function editorTest() {
  const { shop, visit, test } = browserTest({ editor: true });
  const folder = () => shop.stack.settings.editor?.content ?? '';

  let elsewhere: string[] = [];
  afterEach(() => expect(elsewhere).toEqual([]));
  beforeEach(() => {
    elsewhere = [];
    rmSync(folder(), { recursive: true, force: true });
    writeContent(dirname(folder()));
  });

  /** Opens the editor, which shows the shop's content by itself. @param prepare called before its page is loaded */
  async function openEditor(prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
    const { page } = await visit(1280);
    await prepare?.(page);
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (/^(?:http|ws)/.test(protocol) && origin !== shop.stack.url) elsewhere.push(request.url());
    });
    await page.goto('/edit');
    await see(page.getByRole('treeitem', { name: 'Products' }));
    return page;
  }

  /** The text of a file of the content now. @throws Error while there is no such file */
  const read = (file: string): string => readFileSync(join(folder(), file), 'utf8');

  return { shop, test, visit, openEditor, read, folder };
}

/** The form of the entry that is open. */
export const formOf = (page: Page): Locator => page.getByRole('group', { name: /^Edit .* Content$/ });

/** Opens an entry by the label of its collection and its own; a single file has one label. */
export async function openEntry(page: Page, names: string[]): Promise<Locator> {
  const [first = '', second] = names;
  await page.getByRole('treeitem', { name: first }).click();
  if (second) await page.getByRole('gridcell', { name: second }).last().click();
  const fields = formOf(page);
  await see(fields);
  return fields;
}

export async function save(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Save', exact: true, disabled: false });
  await button.click();
  await gone(button);
}
