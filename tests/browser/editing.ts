/**
 * An editor at work on files of this machine: the CMS's own local way, through the File System Access API.
 * Only the window that asks for a folder is ours, since no test can click in it; the folder that it gives is
 * a real one, in the browser's private file system, and holds a copy of `content/`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '#tools/content.ts';

/** Everything that the CMS reads: all of `content/` but films. */
const contentFiles = (): string[] =>
  readdirSync(join(root, 'content'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(md|yaml|jpg)$/.test(name))
    .map((name) => `content/${name}`);

/** Puts a repository into the browser's private file system. */
async function lay(page: Page): Promise<void> {
  await page.route('**/lay/**', (route) => {
    const [, name = ''] = new URL(route.request().url()).pathname.split('/lay/');
    return route.fulfill({ body: readFileSync(join(root, decodeURIComponent(name))) });
  });
  await page.evaluate(async (files) => {
    const repository = await navigator.storage.getDirectory();
    await repository.getDirectoryHandle('.git', { create: true });
    for (const name of files) {
      const folders = name.split('/');
      const file = folders.pop() ?? '';
      let folder = repository;
      for (const part of folders) folder = await folder.getDirectoryHandle(part, { create: true });
      const writer = await (await folder.getFileHandle(file, { create: true })).createWritable();
      await writer.write(await (await fetch(`/lay/${name}`)).blob());
      await writer.close();
    }
  }, contentFiles());
}

/** Opens the editor on a copy of `content/`. */
export async function openEditor(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() });
  });
  await page.goto('/edit');
  await lay(page);
  await page.getByRole('button', { name: 'Work with Local Repository' }).click();
}

/** What a file of the copy holds now, as bytes in base64; undefined when it is not there. */
export async function fileOf(page: Page, name: string): Promise<Buffer | undefined> {
  const text = await page.evaluate(async (path) => {
    try {
      const folders = path.split('/');
      const file = folders.pop() ?? '';
      let folder = await navigator.storage.getDirectory();
      for (const part of folders) folder = await folder.getDirectoryHandle(part);
      const blob = await (await folder.getFileHandle(file)).getFile();
      return [...new Uint8Array(await blob.arrayBuffer())].map((byte) => String.fromCharCode(byte)).join('');
    } catch {
      return undefined;
    }
  }, name);
  return text === undefined ? undefined : Buffer.from(text, 'latin1');
}
