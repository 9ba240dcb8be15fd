import { Refusal } from '../../http/refusal.ts';

/**
 * The refusal 409 `changed`: the object has changed since the operator saw it, and nothing was done.
 * @param message what has changed @param current the present state, for programs
 */
export const conflict = (message: string, current: Record<string, unknown> = {}): Refusal =>
  new Refusal(409, 'changed', message, current);
