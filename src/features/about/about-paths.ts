/** The paths of the pages below /about. */
import { paths } from '#lib/paths.ts';
import type { aboutPages } from './about.ts';

export const aboutPaths: Record<(typeof aboutPages)[number], string> = {
  ingredients: paths.aboutIngredients,
  sustainability: paths.aboutSustainability,
  team: paths.aboutTeam,
};
