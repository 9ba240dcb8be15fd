import { Refusal } from '../../http/refusal.ts';

/**
 * 409: it is not any more what its writer had seen, and nothing was done.
 * @param message what has changed meanwhile @param now how it is, for programs
 */
export const changed = (message: string, now: Record<string, unknown> = {}): Refusal =>
  new Refusal(409, 'changed', message, now);
