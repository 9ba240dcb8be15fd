/**
 * The code that a shopper wants used: typed once, it stays through cart, sign-in and checkout, and a reload,
 * until this tab is closed, the order is placed or somebody signs out. What the code is worth the shop
 * alone says, with every quote.
 */
import { atom } from 'nanostores';
import { dropTab, readTab, writeTab } from '#lib/tab.ts';
import { type CouponProblem, canBeMended, notACode, readCode } from './coupon.ts';
import type { ApiQuote } from './quote.ts';

/** What the shop says of a code. @property code as it is kept there */
type Verdict =
  | { applies: true; code: string; percent: number }
  | { applies: false; problem: CouponProblem['code']; message: string };

export type ChosenCode =
  | { state: 'none' }
  /** Typed; the shop has not answered yet. */
  | { state: 'asked'; code: string }
  /** In use, or worth keeping until it can be. @property verdict missing until the shop has answered */
  | { state: 'kept'; code: string; verdict?: Verdict }
  /** Not used. @property code as typed, so that it can be corrected */
  | { state: 'refused'; code: string; message: string };

const slot = 'couponCode';
export const none: ChosenCode = { state: 'none' };

/** What this tab has kept, if it can be a code at all. */
function stored(): ChosenCode {
  const kept = readTab(slot);
  const code = typeof kept === 'string' ? readCode(kept) : undefined;
  return code ? { state: 'kept', code } : none;
}

export const $coupon = atom<ChosenCode>(stored());

/** The code to send with a quote; empty for none. */
export const codeToSend = (chosen: ChosenCode): string =>
  chosen.state === 'asked' || chosen.state === 'kept' ? chosen.code : '';

/** What is in the sums, if anything is. */
export const inUse = (chosen: ChosenCode): (Verdict & { applies: true }) | undefined =>
  chosen.state === 'kept' && chosen.verdict?.applies ? chosen.verdict : undefined;

/** The shopper wants this one used. What cannot be a code is refused without asking the shop. */
export function askForCode(typed: string): void {
  const code = readCode(typed);
  if (!code) {
    $coupon.set({ state: 'refused', code: typed, message: notACode });
    return;
  }
  writeTab(slot, code);
  $coupon.set({ state: 'asked', code });
}

/** Taken off by the shopper, or used up by their order. */
export function forgetCode(): void {
  dropTab(slot);
  $coupon.set(none);
}

/** Read anew, by a page that comes back from the browser's memory. */
export function rereadCode(): void {
  const now = stored();
  if (codeToSend(now) !== codeToSend($coupon.get())) $coupon.set(now);
}

/** Answers to a code that has been changed meanwhile are of no use. */
const isCurrent = (code: string): boolean => code !== '' && codeToSend($coupon.get()) === code;

/** What a quote says of the code that it was asked with. One that the shopper can do nothing for is let go. */
export function judgeCode(
  code: string,
  { coupon, couponProblem, couponMessage }: Pick<ApiQuote, 'coupon' | 'couponProblem' | 'couponMessage'>,
): void {
  if (!isCurrent(code)) return;
  const message = couponMessage ?? '';
  if (coupon) $coupon.set({ state: 'kept', code, verdict: { applies: true, ...coupon } });
  else if (!couponProblem) $coupon.set({ state: 'kept', code });
  else if (canBeMended(couponProblem))
    $coupon.set({ state: 'kept', code, verdict: { applies: false, problem: couponProblem, message } });
  else refuseCode(code, message);
}

/** Not taken: it is shown for correction, and never sent again by itself. */
export function refuseCode(code: string, message: string): void {
  if (!isCurrent(code)) return;
  dropTab(slot);
  $coupon.set({ state: 'refused', code, message });
}

/** Nobody has answered: the field says so, and a reload asks once more. */
export function codeUnanswered(code: string, message: string): void {
  if (isCurrent(code)) $coupon.set({ state: 'refused', code, message });
}
