/** Counts every number up once, when it is half visible, for 2 s (docs/behaviour.md 3.4). Times in ms. */
const lasts = 2_000;

/** Quick at first, then slowing down; whole numbers only. @param passed 0 to 1 */
export const valueAt = (to: number, passed: number): number =>
  Math.round(to * (1 - (1 - Math.min(1, Math.max(0, passed))) ** 3));

function count(number: HTMLElement): void {
  const to = Number(number.dataset.to);
  let begun: number | undefined;
  const step = (now: number): void => {
    begun ??= now;
    number.textContent = String(valueAt(to, (now - begun) / lasts));
    if (now - begun < lasts) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

export function startCounters(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const numbers = [...document.querySelectorAll<HTMLElement>('[data-counter] [data-to]')];
  // The room of the final number is kept, so that nothing moves while it grows.
  const rooms = numbers.map((number) => number.getBoundingClientRect().width);
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const number = target.querySelector<HTMLElement>('[data-to]');
        if (!isIntersecting || !number) continue;
        seen.unobserve(target);
        count(number);
      }
    },
    { threshold: 0.5 },
  );
  for (const [i, number] of numbers.entries()) {
    number.style.minWidth = `${rooms[i]}px`;
    number.textContent = '0';
    const counter = number.closest('[data-counter]');
    if (counter) seen.observe(counter);
  }
}
