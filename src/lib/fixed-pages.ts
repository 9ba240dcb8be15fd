import { wishlistPath } from './more-paths.ts';
import { aboutPath, aboutPaths, journalPath, paths } from './paths.ts';

/** Paths of pages that are always there, whatever the content has. */
export const fixedPages: ReadonlySet<string> = new Set(
  [...Object.values(paths), ...Object.values(aboutPaths), aboutPath, journalPath, wishlistPath].filter(
    (path) => typeof path === 'string',
  ),
);
