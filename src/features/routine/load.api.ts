import { fetchJson } from '#features/search/fetch-json.api.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { RoutineData } from './routine-data.ts';
import { routineFile } from './routine-file.ts';

/** Loads the rules and products of the planner. */
export const loadRoutineData = (): Promise<Outcome<RoutineData>> =>
  fetchJson<RoutineData>(routineFile).then(
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
