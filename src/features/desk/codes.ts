/** Codes as operators make them. The rules that they are judged by are the checkout's (coupon.ts). */
import { readCode } from '#features/pricing/coupon.ts';
import { endOfDay } from '#lib/dates.ts';

/** What the list can be narrowed to, by name. */
export const codeViews = { all: 'All', everybody: 'For everybody', personal: 'Personal' } as const;
export type CodeView = keyof typeof codeViews;

/** Characters of a code that an operator makes: short enough to be read out. */
const longestCode = 20;

/** A new code as it was typed, upper case. @returns undefined for what cannot be one */
export function newCodeOf(typed: string): string | undefined {
  const code = readCode(typed);
  return code && code.length <= longestCode ? code : undefined;
}

/** The first moment at which a code is no longer taken, UTC ms. @param lastDay in India, `2026-11-30` */
export const endOfLastDay = (lastDay: string): number => endOfDay(Date.parse(`${lastDay}T00:00:00+05:30`));
