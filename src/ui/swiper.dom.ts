/** A carousel with Swiper's core and three modules. Loaded by carousel.dom.ts. */
import Swiper from 'swiper';
import { A11y, Autoplay, Pagination } from 'swiper/modules';

type Options = {
  /** ms from one change to the next, the transition included */
  delay: number;
  /** below 1024 px, and from there on */
  perView: [number, number];
  /** px */
  gap: number;
};

/**
 * @param root of Carousel.astro
 * @param rest pauses between two tasks, so that a tap gets a response before the carousel is ready
 */
export async function makeCarousel(root: HTMLElement, rest: () => Promise<void>): Promise<void> {
  const { delay, perView, gap } = JSON.parse(root.dataset.carousel ?? '{}') as Options;
  const part = <E extends HTMLElement>(selector: string) => root.querySelector<E>(selector);
  const strip = part('.swiper');
  const previous = part<HTMLButtonElement>('[data-previous]');
  const next = part<HTMLButtonElement>('[data-next]');
  const pause = part<HTMLButtonElement>('[data-pause]');
  if (!strip || !previous || !next || !pause) return;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const speed = calm ? 0 : 600;
  const swiper = new Swiper(strip, {
    modules: [A11y, Autoplay, Pagination],
    init: false,
    loop: true,
    // A tap during a move counts.
    loopPreventsSliding: false,
    // Whole pixels: the edge of the last slide would be cut.
    roundLengths: true,
    speed,
    slidesPerView: perView[0],
    spaceBetween: gap,
    breakpoints: { 1024: { slidesPerView: perView[1] } },
    pagination: { el: part('[data-dots]'), clickable: true, bulletElement: 'button' },
    // Its delay begins when the transition ends.
    autoplay: { enabled: true, delay: delay - speed, pauseOnMouseEnter: true, disableOnInteraction: false },
    a11y: { enabled: true, itemRoleDescriptionMessage: 'slide' },
  });
  await rest();

  // Starts at the slide to which somebody has scrolled meanwhile.
  const wrapper = part('.swiper-wrapper');
  const slideWidth = (wrapper?.firstElementChild?.clientWidth ?? 0) + gap;
  const begun = Math.round((wrapper?.scrollLeft ?? 0) / (slideWidth || 1));
  wrapper?.scrollTo({ left: 0, behavior: 'instant' });
  wrapper?.removeAttribute('tabindex');
  swiper.params.initialSlide = begun;
  swiper.init();
  for (const control of [previous, next, pause]) control.hidden = false;

  let still = calm;
  let seen = false;
  let focused = false;
  const settle = (): void => {
    const moves = !still && seen && !focused;
    if (moves !== swiper.autoplay.running) moves ? swiper.autoplay.start() : swiper.autoplay.stop();
    pause.ariaPressed = String(still);
    // Autoplay must not be read out at every move.
    swiper.wrapperEl.ariaLive = still ? 'polite' : 'off';
  };
  previous.addEventListener('click', () => swiper.slidePrev());
  next.addEventListener('click', () => swiper.slideNext());
  pause.addEventListener('click', () => {
    still = !still;
    settle();
  });
  // No autoplay while the keyboard focus is inside; the pause button may still start it.
  root.addEventListener('focusin', ({ target }) => {
    focused = target instanceof Element && target.matches(':focus-visible') && target !== pause;
    settle();
  });
  root.addEventListener('focusout', () => {
    focused = false;
    settle();
  });
  new IntersectionObserver(([entry]) => {
    seen = entry?.isIntersecting ?? false;
    settle();
  }).observe(root);
  settle();
}
