import { refusal } from '../lib/refusal.ts';

/**
 * The object has changed since the operator saw it, and nothing was done.
 * @param message what has changed @param current the present state, for programs
 */
export const conflict = refusal(409, 'changed', (message: string, current: object = {}) => ({
  message,
  ...current,
}));
