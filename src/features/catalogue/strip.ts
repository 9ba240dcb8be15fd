/** Pictures in a row, in the gallery and in its dialog. */

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** A row of pictures that snap, one a view. */
export function pictureStrip(strip: HTMLElement) {
  const last = strip.childElementCount - 1;
  const shown = (): number => Math.round(strip.scrollLeft / strip.clientWidth) || 0;
  const show = (n: number, behavior: ScrollBehavior = calm.matches ? 'instant' : 'smooth'): void =>
    strip.scrollTo({ left: Math.min(last, Math.max(0, n)) * strip.clientWidth, behavior });
  return { shown, show };
}

/** The step that a key asks for; 0 when it asks for none. */
export const stepOf = ({ key }: KeyboardEvent): number => ({ ArrowRight: 1, ArrowLeft: -1 })[key] ?? 0;
