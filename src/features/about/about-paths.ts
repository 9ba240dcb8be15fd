/** The paths of the pages below /about. */

import type { aboutPages } from '#domain/about/about.ts';
import { paths } from '#lib/paths.ts';

export const aboutPaths: Record<(typeof aboutPages)[number], string> = {
  ingredients: paths.aboutIngredients,
  sustainability: paths.aboutSustainability,
  team: paths.aboutTeam,
};
