/** What is said of too many requests. */
import { tooMany } from '../lib/refusal.ts';

export const formatWait = (seconds: number): string =>
  seconds < 60 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`;

/** @param seconds until the next try */
export const tooManyTries = (seconds: number) =>
  tooMany(seconds, `Too many tries. Please wait ${formatWait(seconds)} and try again.`);

/** @param seconds until the next change */
export const tooManyChanges = (seconds: number) =>
  tooMany(seconds, `Too many changes at once. Please try again in ${formatWait(seconds)}.`);
