/** Types and erases the announcements (docs/behaviour.md, "Header"). All times in ms. */
import { readSessionStorage, writeSessionStorage } from '#lib/session-storage.dom.ts';

const typeSpeed = 50;
const backSpeed = 20;
const backDelay = 2_000;
const storageKey = 'bannerStill';

/** Starts the banner, unless the shopper has stopped it or prefers reduced motion. */
export function startBanner(): void {
  const strip = document.querySelector<HTMLElement>('[data-banner]');
  const text = strip?.firstElementChild;
  const toggle = document.querySelector<HTMLButtonElement>('[data-banner-toggle]');
  if (!strip || !text || !toggle) return;
  const messages = JSON.parse(strip.dataset.banner ?? '[]') as string[];
  // A single one stands still.
  if (messages.length < 2) return;
  let current = 0;
  let [message = ''] = messages;
  let clock: ReturnType<typeof setTimeout> | undefined;

  const type = (length: number): void => {
    text.textContent = message.slice(0, length);
    clock =
      length < message.length
        ? setTimeout(type, typeSpeed, length + 1)
        : setTimeout(erase, backDelay, length);
  };
  const erase = (length: number): void => {
    text.textContent = message.slice(0, length);
    if (length > 0) {
      clock = setTimeout(erase, backSpeed, length - 1);
      return;
    }
    current = (current + 1) % messages.length;
    message = messages[current] ?? '';
    clock = setTimeout(type, typeSpeed, 1);
  };

  const setStill = (still: boolean): void => {
    clearTimeout(clock);
    toggle.ariaPressed = String(still);
    text.classList.toggle('caret', !still);
    // A stopped message is shown completely.
    text.textContent = message;
    if (!still) clock = setTimeout(erase, backDelay, message.length);
  };

  toggle.hidden = false;
  toggle.addEventListener('click', () => {
    const still = toggle.ariaPressed !== 'true';
    writeSessionStorage(storageKey, still);
    setStill(still);
  });
  const stored = readSessionStorage(storageKey);
  setStill(typeof stored === 'boolean' ? stored : matchMedia('(prefers-reduced-motion: reduce)').matches);
}
