/** The data of the planner, from content. */
import { getEntry } from 'astro:content';
import { itemsOf } from '#domain/routine/arrange.ts';
import { writeLink } from '#domain/routine/link.ts';
import type { RoutineContent } from '#domain/routine/routine-content.ts';
import { makeRoutineData, type RoutineData } from '#domain/routine/routine-data.ts';
import { productsInOrder } from '#features/catalogue/card.build.ts';
import { getCategories } from '#features/catalogue/categories.build.ts';
import { getConcernLabels } from '#features/search/search-content.build.ts';
import { oncePerBuild } from '#lib/once-per-build.build.ts';
import { paths } from '#lib/paths.ts';

/** The file is for phones: of a larger catalogue it holds the first products in the editor's order. */
const most = 500;

/** `content/routine.yaml`, checked. */
export async function getRoutine(): Promise<RoutineContent> {
  const entry = await getEntry('routine', 'routine');
  if (!entry) throw new Error('content/routine.yaml: the file is missing');
  return entry.data;
}

/** The data of the planner, with prices. */
export const getRoutineData = oncePerBuild(async (): Promise<RoutineData> => {
  const products = (await productsInOrder()).slice(0, most).map(({ id, data }) => [id, data] as const);
  return makeRoutineData(await getRoutine(), products, await getConcernLabels(), await getCategories());
});

/** The data of the planner without prices, which pages of products do not show: for the keys of these. */
export const routineNames = async (): Promise<string> =>
  JSON.stringify(await getRoutineData(), (name, value) => (name === 'price' ? undefined : value));

/** The address of a routine of these products; undefined when none of them has a place in one, or the shop has no planner. */
export async function routineOf(ids: readonly string[]): Promise<string | undefined> {
  if (!IS_ON.routine) return undefined;
  const link = writeLink(itemsOf(await getRoutineData(), ids));
  return link && `${paths.routine}${link}`;
}
