/** Counts every number up once, when it is half visible, for 2 s (docs/behaviour.md, "Home"). Times in ms. */
const duration = 2_000;

/** The number to show, with an ease-out curve. @param passed part of the time, 0 to 1 */
export const valueAt = (to: number, passed: number): number =>
  Math.round(to * (1 - (1 - Math.min(1, Math.max(0, passed))) ** 3));

function count(number: HTMLElement): void {
  const to = Number(number.dataset.to);
  let startedAt: number | undefined;
  const step = (now: number): void => {
    startedAt ??= now;
    number.textContent = String(valueAt(to, (now - startedAt) / duration));
    if (now - startedAt < duration) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

export function startCounters(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const numbers = [...document.querySelectorAll<HTMLElement>('[data-counter] [data-to]')];
  // The width of the final number is reserved, so that there is no layout shift.
  const widths = numbers.map((number) => number.getBoundingClientRect().width);
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
    number.style.minWidth = `${widths[i]}px`;
    number.textContent = '0';
    const counter = number.closest('[data-counter]');
    if (counter) seen.observe(counter);
  }
}
