/** A quiet word for somebody without a connection, or with hardly any. Fetched when it is needed. */
import { toast } from '#ui/toast.ts';
import './offline-sign.css';

let shown: HTMLElement | undefined;

/**
 * A strip at the foot of the window, for as long as there is no connection.
 * @param old the page came out of the worker's store, whatever the phone says of its connection
 */
export function sign(old: boolean): void {
  if (shown) return;
  if (navigator.onLine) {
    if (old)
      toast({ message: 'The connection is weak: this page is as you saw it last. Your cart is safe.' });
    return;
  }
  const strip = document.createElement('div');
  strip.className = 'offline-sign';
  strip.role = 'status';
  document.body.appendChild(strip);
  shown = strip;
  // The region has to exist before its words do, or they are not read out.
  requestAnimationFrame(() => {
    strip.textContent = 'You are offline. You can go on reading; your cart is safe.';
  });
  const back = () => {
    strip.remove();
    shown = undefined;
  };
  addEventListener('online', back, { once: true });
}
