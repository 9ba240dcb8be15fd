import { fetchJson } from '#features/search/fetch-json.api.ts';
import type { Outcome } from '#lib/outcome.ts';
import { paths } from '#lib/paths.ts';
import type { RoutineData } from './routine-data.ts';

/** Loads the rules and products of the planner. */
export const loadRoutineData = (): Promise<Outcome<RoutineData>> =>
  fetchJson<RoutineData>(paths.routineData).then(
    (data) => ({ ok: true, data }),
    () => ({
      ok: false,
      status: 0,
      code: 'offline',
      message: 'We could not load the rules. Check your connection and try again.',
      fields: {},
      body: {},
    }),
  );
