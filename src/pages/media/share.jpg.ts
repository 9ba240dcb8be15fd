/** The default picture for link previews, at a stable path; drawn where the content has none. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { APIRoute } from 'astro';
import { drawShare } from '#features/seo/shop-picture.build.ts';
import { getStore } from '#features/store/store.build.ts';
import { contentFile } from '#lib/content-folder.build.ts';

export const GET: APIRoute = async () => {
  const file = contentFile('home/share.jpg');
  return new Response(
    new Uint8Array(existsSync(file) ? await readFile(file) : await drawShare(await getStore())),
  );
};
