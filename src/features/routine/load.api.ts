import type { RoutineData } from '#domain/routine/routine-data.ts';
import { fetchJson } from '#features/search/fetch-json.api.ts';
import { loadOnce } from '#lib/load-once.ts';
import { loadPart, optional } from '#lib/load-part.dom.ts';
import { routineFile } from '#lib/more-paths.ts';
import { type Outcome, outcomeOf } from '#lib/outcome.ts';

const load = loadOnce(() => loadPart(() => fetchJson<RoutineData>(routineFile), optional));

/** Loads the rules and products of the planner. */
export const loadRoutineData = (): Promise<Outcome<RoutineData>> =>
  outcomeOf(load(), 'We could not load the rules. Check your connection and try again.');
