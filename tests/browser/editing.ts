/**
 * An editor at work. Local files are edited through the CMS's own local mode and the File System Access API. A test
 * cannot click in the browser's folder dialog, so the dialog is replaced. The folder is real: it is in the browser's
 * private file system and holds a copy of `content/`. With the Git host, the tests use the very page that a deploy
 * uploads, on its own host, and a simulator of the Git host's API.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { root } from '#tools/lib/content.ts';
import type { GitHost } from '#tools/simulators/github/index.ts';
import { becomes, gone, see } from './visitor.ts';

/** All files that the CMS reads: all of `content/` except films. */
const contentFiles = (): string[] =>
  readdirSync(join(root, 'content'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(md|yaml|jpg)$/.test(name))
    .map((name) => `content/${name}`);

type FileBytes = [name: string, bytes: string][];

/** Writes a repository into the browser's private file system. */
async function writeRepository(page: Page): Promise<void> {
  const files: FileBytes = contentFiles().map((name) => [
    name,
    readFileSync(join(root, name)).toString('base64'),
  ]);
  await page.evaluate(async (fileBytes) => {
    const repository = await navigator.storage.getDirectory();
    await repository.getDirectoryHandle('.git', { create: true });
    const write = async ([name = '', bytes = '']: string[]) => {
      const folders = name.split('/');
      const file = folders.pop() ?? '';
      let folder = repository;
      for (const part of folders) folder = await folder.getDirectoryHandle(part, { create: true });
      const writer = await (await folder.getFileHandle(file, { create: true })).createWritable();
      await writer.write(Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)));
      await writer.close();
    };
    await Promise.all(fileBytes.map(write));
  }, files);
}

/** Opens the editor on a copy of `content/`. */
export async function openEditor(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() });
  });
  await page.goto('/edit');
  await writeRepository(page);
  await page.getByRole('button', { name: 'Work with Local Repository' }).click();
  await page.getByRole('treeitem', { name: 'Products' }).waitFor();
}

/** Opens an entry by the name of its collection and its own name; a single file has one name. */
export async function openEntry(page: Page, ...names: string[]): Promise<Locator> {
  const [first = '', second] = names;
  await page.getByRole('treeitem', { name: first }).click();
  if (second) await page.getByRole('gridcell', { name: second }).last().click();
  const fields = page.getByRole('group', { name: /^Edit .* Content$/ });
  await fields.waitFor();
  return fields;
}

/** Repeats an action until the CMS reacts: it ignores clicks while one of its dialogs or menus opens or closes. */
async function repeatUntil(act: () => Promise<void>, sign: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    await act();
    try {
      return await sign();
    } catch (error) {
      if (tries === 3) throw error;
    }
  }
}

/** Chooses from a menu. The CMS ignores clicks on the items until it has given them ids, soon after opening. */
async function choose(page: Page, menu: string | RegExp, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page
    .getByRole('menuitemradio', { name: item })
    .or(page.getByRole('menuitem', { name: item }))
    .and(page.locator('[id*="-item-"]'))
    .click();
}

/** Saves, and waits until nothing is left to save. The CMS's message is no proof: it may be of an earlier save. */
export async function save(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Save', exact: true, disabled: false });
  await repeatUntil(
    () => button.click(),
    () => gone(button),
  );
  const saving = page.getByRole('button', { name: 'Saving…', exact: true });
  // After saving a draft, the CMS asks whether to send it for review, and still shows "Saving…" then.
  const asking = page.getByRole('button', { name: 'Send for Review' });
  await becomes(async () => !(await saving.isVisible()) || (await asking.isVisible()), true);
}

export const duplicate = (page: Page): Promise<void> =>
  repeatUntil(
    () => choose(page, 'Show Editor Options', 'Duplicate'),
    () => see(page.getByText(/^Creating/)),
  );

/** The whole copy of `content/`, by path. @throws when a file disappears meanwhile */
async function readFiles(page: Page): Promise<Map<string, Buffer>> {
  const files = await page.evaluate(async () => {
    const found: [string, string][] = [];
    async function walk(folder: FileSystemDirectoryHandle, path: string): Promise<void> {
      for await (const [name, handle] of folder.entries()) {
        const here = `${path}${name}`;
        if (handle.kind === 'directory') await walk(handle as FileSystemDirectoryHandle, `${here}/`);
        else {
          const bytes = new Uint8Array(
            await (await (handle as FileSystemFileHandle).getFile()).arrayBuffer(),
          );
          let text = '';
          for (const byte of bytes) text += String.fromCharCode(byte);
          found.push([here, btoa(text)]);
        }
      }
    }
    await walk(await (await navigator.storage.getDirectory()).getDirectoryHandle('content'), 'content/');
    return found;
  });
  return new Map(files.map(([name, bytes]) => [name, Buffer.from(bytes, 'base64')]));
}

/** The same, with a retry: while the CMS writes a file, the file has a temporary name. */
async function allFiles(page: Page): Promise<Map<string, Buffer>> {
  for (let tries = 1; ; tries++)
    try {
      return await readFiles(page);
    } catch (error) {
      if (tries === 20 || !String(error).includes('NotFoundError')) throw error;
    }
}

/** Differences from the project's own `content/`: path and new text, or undefined for a deleted file. */
export async function changes(page: Page): Promise<Record<string, Buffer | undefined>> {
  const now = await allFiles(page);
  const before = contentFiles();
  const changed = [...now].filter(
    ([name, bytes]) => !before.includes(name) || !bytes.equals(readFileSync(join(root, name))),
  );
  const gone = before.filter((name) => !now.has(name)).map((name) => [name, undefined]);
  return Object.fromEntries([...changed, ...gone]);
}

/** Writes the copy into a local folder, for the project's own checks. */
export async function takeHome(page: Page, folder: string): Promise<void> {
  for (const [name, bytes] of await allFiles(page)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
}

/** The editor's own host, as after a deploy. */
const editorHost = 'https://harita-edit.example';

/** All of `content/` that the CMS reads, by path: the first state of the repository at the Git host. */
export const contentAtGitHost = (): Map<string, Buffer> =>
  new Map(contentFiles().map((name) => [name, readFileSync(join(root, name))]));

/** Serves the editor's files on their own host, and answers for the Git host with the simulator. */
export async function onItsOwnHost(context: BrowserContext, shopUrl: string, host: GitHost): Promise<void> {
  await context.route(`${editorHost}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: shopUrl + pathname }) });
  });
  await context.route('https://api.github.com/**', async (route) => {
    const request = route.request();
    const answer = await host.fetch(
      new Request(request.url(), {
        method: request.method(),
        headers: await request.allHeaders(),
        body: request.postData() ?? null,
      }),
    );
    await route.fulfill({
      status: answer.status,
      headers: { ...Object.fromEntries(answer.headers), 'Access-Control-Allow-Origin': '*' },
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
}

/** Opens the editor on its own host, where it asks for a key. */
export async function openSignIn(page: Page): Promise<Locator> {
  await page.goto(`${editorHost}/edit`);
  await page.getByRole('button', { name: /Access Token/ }).click();
  return page.getByRole('textbox', { name: 'Personal Access Token' });
}

/** Signs in with a key, as an editor does the first time. */
export async function signIn(page: Page, key: string): Promise<void> {
  await (await openSignIn(page)).fill(key);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Goes from an entry or a list to the board of all drafts. */
export async function toBoard(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Editorial Workflow' }).click();
  await page.getByRole('group', { name: 'Editorial Workflow' }).waitFor();
}

export async function publish(page: Page): Promise<void> {
  const open = page.getByRole('button', { name: /^Publish/ });
  const question = page.getByRole('alertdialog').getByRole('button', { name: 'Publish' });
  await repeatUntil(
    () => choose(page, /^Status/, 'Ready'),
    () => see(open),
  );
  await repeatUntil(
    () => open.click(),
    () => see(question),
  );
  await repeatUntil(
    () => question.click(),
    () => gone(question),
  );
}
