/** Shows for the pincode of the field when an order arrives, until when to order, and whether cash is taken. */

import { isPincode } from '#domain/delivery/pincode.ts';
import type { DeliveryRules } from '#domain/delivery/promise.ts';
import { formatTimeLeft, promiseText } from '#domain/delivery/promise-text.ts';
import { cleanCode } from '#lib/clean.ts';
import { loadDirectory } from '#shared/address/pincodes.api.ts';
import { checkPincode, type PincodeCheck } from './check-pincode.api.ts';
import { $pincode } from './pincode.store.ts';

const minute = 60_000;

/** @returns ms; 0 if the order cannot be in time, or the server's time is not known */
const timeLeft = ({ promise, clockOffset }: PincodeCheck): number =>
  promise?.served && promise.orderBy !== undefined && clockOffset !== undefined
    ? Math.max(0, promise.orderBy - Date.now() - clockOffset)
    : 0;

const cashText = ({ promise }: PincodeCheck): string => {
  if (!IS_ON.cod || !promise?.served) return '';
  return promise.cod ? 'Cash on delivery · ' : 'No cash on delivery here · ';
};

/** @param box with the rules @param field where the pincode is typed */
export function startArrival(box: HTMLElement, field: HTMLInputElement): void {
  const rules = JSON.parse(box.dataset.delivery ?? '') as DeliveryRules;
  const write = (name: string, text: string): void => {
    const element = box.querySelector(`[data-${name}]`);
    // An unchanged text is not announced again.
    if (element && element.textContent !== text) element.textContent = text;
  };
  const hint = box.querySelector('[data-arrival]')?.textContent ?? '';
  /** Differs for each check: an answer that comes late is dropped. */
  let current = {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (pincode: string, found: PincodeCheck): void => {
    const { promise, problem = '' } = found;
    const left = timeLeft(found);
    write('arrival', promise ? promiseText(promise, pincode, box.dataset.care ?? '') : problem);
    write('time-left', left >= minute ? `Order within ${formatTimeLeft(left)}` : '');
    write('cash', cashText(found));
    // After the deadline the date is another one.
    if (left) timer = setTimeout(() => void check(), Math.min(left, minute));
  };

  const check = async (): Promise<void> => {
    const mine = {};
    current = mine;
    clearTimeout(timer);
    const pincode = cleanCode(field.value);
    if (pincode.length === 1) void loadDirectory();
    const problem = /^\d{0,5}$/.test(pincode) ? hint : 'A pincode has 6 digits. Please check it.';
    const nothing = { promise: undefined, problem, clockOffset: undefined };
    const found = isPincode(pincode) ? await checkPincode(rules, pincode) : nothing;
    if (current !== mine) return;
    if (found.promise) $pincode.set(pincode);
    show(pincode, found);
  };

  // What was typed before this script had loaded counts.
  if (!field.value) {
    field.value = $pincode.get();
    // Who is about to type replaces it.
    if (document.activeElement === field) field.select();
  }
  field.addEventListener('input', () => void check());
  field.addEventListener('change', () => {
    field.value = cleanCode(field.value);
  });
  // Back from another app, or from the browser's memory: the deadline may be over.
  document.addEventListener('visibilitychange', () => void check());
  $pincode.listen((pincode) => {
    if (!pincode || pincode === cleanCode(field.value)) return;
    field.value = pincode;
    void check();
  });
  void check();
}
