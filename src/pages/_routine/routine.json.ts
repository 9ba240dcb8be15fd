/** `/routine.json`: the rules and products of the planner (docs/behaviour.md, "Routine"). */
import type { APIRoute } from 'astro';
import { getRoutineData } from '#features/routine/routine-data.build.ts';

export const GET: APIRoute = async () => Response.json(await getRoutineData());
