/** The square logo for search engines, at a stable path. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRoute } from 'astro';
import sharp from 'sharp';

export const GET: APIRoute = async () => {
  const icon = await readFile(join(process.cwd(), 'public/favicon.svg'));
  const body = await sharp(icon, { density: 600 }).resize(512, 512).png().toBuffer();
  return new Response(new Uint8Array(body));
};
