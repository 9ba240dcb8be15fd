/** `/favicon.svg`: the icon of the brand. */
import { readFile } from 'node:fs/promises';
import type { APIRoute } from 'astro';
import { contentFile } from '#lib/content-folder.build.ts';

export const GET: APIRoute = async () => new Response(await readFile(contentFile('brand/icon.svg'), 'utf8'));
