/**
 * The discount code that a shopper has chosen. It stays through cart, sign-in, checkout and a reload, until the tab is
 * closed, the order is placed or the shopper signs out. Only the server knows what it is worth, in every quote.
 */
import { atom } from 'nanostores';
import { type CouponProblem, canBeFixed, invalidCodeMessage } from '#domain/pricing/coupon.ts';
import type { ApiQuote } from '#domain/pricing/quote.ts';
import { loadPart, type MissingPart } from '#lib/load-part.dom.ts';
import { readSessionStorage, removeSessionStorage, writeSessionStorage } from '#lib/session-storage.dom.ts';

/** What the server says of a code. @property code as the server writes it */
type Verdict =
  | { applies: true; code: string; percent: number }
  | { applies: false; problem: CouponProblem['code']; message: string };

export type ChosenCode =
  | { state: 'none' }
  /** Typed; the server has not answered yet. */
  | { state: 'asked'; code: string }
  /** In use, or kept because the shopper can make it apply. @property verdict missing until the server has answered */
  | { state: 'kept'; code: string; verdict?: Verdict }
  /** Refused. @property code as typed, so that it can be corrected */
  | { state: 'refused'; code: string; message: string };

const storageKey = 'couponCode';
export const noCode: ChosenCode = { state: 'none' };

/** The code that this tab has stored: it was cleaned before. */
function stored(): ChosenCode {
  const code = readSessionStorage(storageKey);
  return typeof code === 'string' && /^[A-Z\d-]{3,40}$/.test(code) ? { state: 'kept', code } : noCode;
}

export const $coupon = atom<ChosenCode>(stored());

/** The code to send with a quote, or an empty string. */
export const codeToSend = (chosen: ChosenCode): string =>
  chosen.state === 'asked' || chosen.state === 'kept' ? chosen.code : '';

/** The code as the server writes it, once it has answered; until then as it was typed. */
export const writtenCode = ({ code, verdict }: ChosenCode & { state: 'kept' }): string =>
  verdict?.applies ? verdict.code : code;

/** The code that is part of the sums, if any. */
export const appliedCode = (chosen: ChosenCode): (Verdict & { applies: true }) | undefined =>
  chosen.state === 'kept' && chosen.verdict?.applies ? chosen.verdict : undefined;

/** Chooses a code. One that cannot be valid is refused without a request. */
export async function applyCode(typed: string): Promise<void> {
  const part = await loadPart(() => import('#domain/pricing/coupon-code.ts')).catch(
    (missing: MissingPart) => missing,
  );
  const code = 'readCode' in part ? part.readCode(typed) : undefined;
  if (!code) {
    const message = 'message' in part ? part.message : invalidCodeMessage;
    $coupon.set({ state: 'refused', code: typed, message });
    return;
  }
  writeSessionStorage(storageKey, code);
  $coupon.set({ state: 'asked', code });
}

/** Drops the code: the shopper has removed it, or used it in an order. */
export function forgetCode(): void {
  removeSessionStorage(storageKey);
  $coupon.set(noCode);
}

/** Reads the stored code again, for a page that the browser has restored. */
export function rereadCode(): void {
  const now = stored();
  if (codeToSend(now) !== codeToSend($coupon.get())) $coupon.set(now);
}

/** Whether the code is still the chosen one: responses for an earlier code are ignored. */
const isCurrent = (code: string): boolean => code !== '' && codeToSend($coupon.get()) === code;

/** Applies what a quote says of its code. A code that the shopper cannot make apply is refused. */
export function applyVerdict(
  code: string,
  { coupon, couponProblem, couponMessage }: Pick<ApiQuote, 'coupon' | 'couponProblem' | 'couponMessage'>,
): void {
  if (!isCurrent(code)) return;
  const message = couponMessage ?? '';
  if (coupon) $coupon.set({ state: 'kept', code, verdict: { applies: true, ...coupon } });
  else if (!couponProblem) $coupon.set({ state: 'kept', code });
  else if (canBeFixed(couponProblem))
    $coupon.set({ state: 'kept', code, verdict: { applies: false, problem: couponProblem, message } });
  else refuseCode(code, message);
}

/** Refuses a code: it is shown for correction, and not sent again. */
export function refuseCode(code: string, message: string): void {
  if (!isCurrent(code)) return;
  removeSessionStorage(storageKey);
  $coupon.set({ state: 'refused', code, message });
}

/** Shows that there was no answer; a reload asks again. */
export function failCode(code: string, message: string): void {
  if (isCurrent(code)) $coupon.set({ state: 'refused', code, message });
}
