/**
 * Where the content is: the shop's own in `content`, or the folder that CONTENT_DIR names. The tests have theirs in
 * `tests/content`, so that no change of the shop's content can fail a test. What is built from it is kept apart.
 */
import { join } from 'node:path';

/** From the project's folder. */
export const contentFolder = process.env.CONTENT_DIR || 'content';

export const isShopsOwn = contentFolder === 'content';

/** @param path in the content: `products/rose/1.jpg`. @returns the file */
export const contentFile = (path: string): string => join(process.cwd(), contentFolder, path);

/** What builds keep, from the project's folder. */
export const cacheFolder = isShopsOwn ? '.cache' : `.cache/${contentFolder}`;

/** What Astro keeps for the next build: pictures, and parsed entries. */
export const astroCache = isShopsOwn ? 'node_modules/.astro' : `${cacheFolder}/astro`;
