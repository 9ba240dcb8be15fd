/** Loads the script of the pincode field when it is used, or when the page is idle and a pincode is remembered. */
import { readStored } from '#lib/device-storage.dom.ts';
import { loadPart, optional } from '#lib/load-part.dom.ts';
import { onActivation } from '#lib/on-activation.dom.ts';
import { whenIdle } from '#lib/when-idle.dom.ts';

/** Whether $pincode has a value. The store itself would be two more files for every product page. */
const isRemembered = (): boolean => Boolean(readStored('localStorage', 'pincode'));

export function startPincodeField(): void {
  const box = document.querySelector<HTMLElement>('[data-delivery]');
  const field = box?.querySelector('input');
  if (!box || !field) return;
  let started = false;
  const start = async (options?: typeof optional): Promise<void> => {
    if (started) return;
    started = true;
    try {
      const { startArrival } = await loadPart(() => import('./arrival.dom.ts'), options);
      startArrival(box, field);
    } catch {
      // A browser does not request a failed script again.
      const arrival = box.querySelector('[data-arrival]');
      if (arrival) arrival.textContent = 'Checkout shows the date for your pincode.';
    }
  };
  field.addEventListener('focus', () => void start());
  // Filled in by the browser, without the focus.
  field.addEventListener('input', () => void start());
  if (isRemembered()) onActivation(() => whenIdle(() => void start(optional)));
}
