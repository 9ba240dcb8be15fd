/** Loads the script of the pincode field when it is used, or when the page is idle and a pincode is remembered. */
import { onActivation } from '#lib/on-activation.dom.ts';
import { whenIdle } from '#lib/when-idle.dom.ts';
import { $pincode } from './pincode.store.ts';

export function startPincodeField(): void {
  const box = document.querySelector<HTMLElement>('[data-delivery]');
  const field = box?.querySelector('input');
  if (!box || !field) return;
  let started = false;
  const start = async (): Promise<void> => {
    if (started) return;
    started = true;
    try {
      const { startArrival } = await import('./arrival.dom.ts');
      startArrival(box, field);
    } catch {
      // A browser does not request a failed script again.
      const arrival = box.querySelector('[data-arrival]');
      if (arrival) arrival.textContent = 'Checkout shows the date for your pincode.';
    }
  };
  field.addEventListener('focus', start);
  // A restored page may hold a pincode that was typed before.
  field.addEventListener('input', start);
  const pincode = $pincode.get();
  if (!pincode) return;
  field.value = pincode;
  onActivation(() => whenIdle(start));
}
