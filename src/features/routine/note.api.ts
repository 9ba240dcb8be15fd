/** Products of a cart that should be kept apart. */
import { arrange, type Conflict, itemsOf } from '#domain/routine/arrange.ts';
import { writeLink } from '#domain/routine/link.ts';
import { loadRoutineData } from './load.api.ts';

/** @property sentence what to do @property link the fragment of the routine of the same products */
export type ApartNote = { conflicts: (Conflict & { sentence: string })[]; link: string };

/** @returns undefined when nothing has to be kept apart, and when the rules do not load */
export async function loadApartNote(ids: readonly string[]): Promise<ApartNote | undefined> {
  const answer = await loadRoutineData();
  if (!answer.ok) return undefined;
  const { conflicts } = arrange(answer.data, ids);
  if (!conflicts.length) return undefined;
  return {
    conflicts: conflicts.map((one) => ({ ...one, sentence: answer.data.solutions[one.solution] })),
    link: writeLink(itemsOf(answer.data, ids)),
  };
}
