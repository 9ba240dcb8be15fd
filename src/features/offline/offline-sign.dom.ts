/** Shows the shopper that there is no connection, or a weak one. Loaded on demand. */
import { toast } from '#ui/toast.dom.ts';
import './offline-sign.css';

let shown: HTMLElement | undefined;

/**
 * Shows a bar at the bottom of the window while there is no connection.
 * @param old whether the page came from the cache, although the browser may say that it is online
 */
export function showOfflineSign(old: boolean): void {
  if (shown) return;
  if (navigator.onLine) {
    if (old) toast({ message: 'Weak connection: this page is from your last visit. Your cart is safe.' });
    return;
  }
  const strip = document.createElement('div');
  strip.className = 'offline-sign';
  strip.role = 'status';
  document.body.appendChild(strip);
  shown = strip;
  // The region has to exist before its text, or it is not read out.
  requestAnimationFrame(() => {
    strip.textContent = 'You are offline. You can still read; your cart is safe.';
  });
  const back = () => {
    strip.remove();
    shown = undefined;
  };
  addEventListener('online', back, { once: true });
}
