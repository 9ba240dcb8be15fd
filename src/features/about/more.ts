/** Where the pages below /about are. */
import { paths } from '#lib/paths.ts';
import type { aboutPages } from './about.ts';

export const aboutPaths: Record<(typeof aboutPages)[number], string> = {
  ingredients: paths.aboutIngredients,
  sustainability: paths.aboutSustainability,
  team: paths.aboutTeam,
};
