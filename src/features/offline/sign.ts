/** A quiet word at the foot of the window for as long as there is no connection. */
import './sign.css';

let shown: HTMLElement | undefined;

/** Shows it; it goes by itself. Brought along only when it is needed. */
export function sign(): void {
  if (shown || navigator.onLine) return;
  const strip = document.createElement('div');
  strip.className = 'offline-sign';
  strip.role = 'status';
  shown = strip;
  document.body.appendChild(strip);
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
