/**
 * Keys of pages. While `npm start` shows a change of the content, only pages whose key or code has changed are rendered
 * again (tools/lib/build.ts); every other build renders all of them.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { contentFile } from '#lib/content-folder.build.ts';
import { dayOf } from '#lib/dates.ts';
import { ownPagePaths } from '#lib/own-pages.build.ts';
import { planOfPictures, productsInOrder } from './card.build.ts';
import { getMenu, getWays } from './ways.build.ts';

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** All texts of the content, except those of products. Pictures are a part of the code: their names have their hashes. */
async function otherContent(): Promise<string> {
  const folder = contentFile('');
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => /\.(md|yaml)$/.test(name) && !/^products\b/.test(name),
  );
  const texts = await Promise.all(
    names.sort().map(async (name) => [name, await readFile(contentFile(name), 'utf8')]),
  );
  return digest(texts);
}

/** What every page depends on: the other content, menus, the number of products, and the day. */
async function makeShared(): Promise<string> {
  const count = (await productsInOrder()).length;
  const menus = [await getMenu(), await getWays(), ownPagePaths()];
  return digest([await otherContent(), menus, count, await planOfPictures(), dayOf(Date.now())]);
}

let shared: Promise<string> | undefined;

/** @param own what of the products the page shows */
export async function pageKey(...own: unknown[]): Promise<string> {
  shared ??= makeShared();
  return digest([await shared, own]);
}
