/** The square logo for search engines, at a stable path. */
import type { APIRoute } from 'astro';
import { appIcon } from '#lib/app-icon.build.ts';

export const GET: APIRoute = () => appIcon(512);
