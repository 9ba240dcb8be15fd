/** The default picture for link previews, at a stable path. */
import { readFile } from 'node:fs/promises';
import type { APIRoute } from 'astro';
import { contentFile } from '#lib/content-folder.build.ts';

export const GET: APIRoute = async () =>
  new Response(new Uint8Array(await readFile(contentFile('home/share.jpg'))));
