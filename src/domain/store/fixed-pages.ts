/** Pages that are no file of the content. */
import { wishlistPath } from '#lib/more-paths.ts';
import { aboutPath, aboutPaths, journalPath, paths } from '#lib/paths.ts';
import type { Feature, Features } from './features.ts';

/** Their paths; some are there only while their part of the shop is on. */
export const fixedPages: ReadonlySet<string> = new Set(
  [...Object.values(paths), journalPath, wishlistPath].filter((path) => typeof path === 'string'),
);

/** Pages that are there while their file of the content is: its name by their paths. */
export const filesOfPages: ReadonlyMap<string, string> = new Map([
  [aboutPath, 'about/index.md'],
  [aboutPaths.ingredients, 'about/ingredients.md'],
  [aboutPaths.sustainability, 'about/sustainability.md'],
  [aboutPaths.team, 'team.yaml'],
]);

const featureOf = new Map<string | undefined, Feature>(
  (
    [
      ['skin', paths.skin],
      ['routine', paths.routine],
      ['ingredients', paths.ingredients],
      ['journal', journalPath],
      ['wishlist', wishlistPath],
    ] as const
  ).map(([feature, path]) => [path.slice(1), feature]),
);

/** Whether a page belongs to a part of the shop that is off. @param path `/journal/neem` */
export function isSwitchedOff(path: string, features: Features): boolean {
  const feature = featureOf.get(path.split('/')[1]);
  return feature !== undefined && !features[feature];
}
