/** The default picture for link previews, at a stable path. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRoute } from 'astro';

export const GET: APIRoute = async () =>
  new Response(new Uint8Array(await readFile(join(process.cwd(), 'content/home/share.jpg'))));
