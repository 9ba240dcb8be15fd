/** The row of pictures in the gallery and in its dialog. */

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** A row of pictures with scroll-snap, one per view. */
export function pictureStrip(strip: HTMLElement) {
  const last = strip.childElementCount - 1;
  const shown = (): number => Math.round(strip.scrollLeft / strip.clientWidth) || 0;
  const show = (n: number, behavior: ScrollBehavior = reducedMotion.matches ? 'instant' : 'smooth'): void =>
    strip.scrollTo({ left: Math.min(last, Math.max(0, n)) * strip.clientWidth, behavior });
  return { shown, show };
}

/** The step of an arrow key; 0 for other keys. */
export const stepOf = ({ key }: KeyboardEvent): number => ({ ArrowRight: 1, ArrowLeft: -1 })[key] ?? 0;
