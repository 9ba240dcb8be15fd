/**
 * Notes that somebody looks at this product, and shows what they looked at before when that place comes near. Loaded once they
 * scroll: a page that was opened ahead, or left at once, counts for nothing.
 */
import { productPath, productThumbnail } from '#lib/paths.ts';
import { forgetViewed, rememberViewed, viewedProducts } from '#shared/viewed/viewed-products.dom.ts';
import { make } from '#ui/make.dom.ts';

/** Far enough that the pictures are there when they come into view. */
const rootMargin = '400px';

function itemOf({ id, name }: { id: string; name: string }): HTMLElement {
  const picture = make('img', {
    src: productThumbnail(id),
    alt: '',
    width: 160,
    height: 160,
    loading: 'lazy',
  });
  const item = make('li', {}, make('a', { href: productPath(id) }, picture, name));
  // A product that the shop no longer has has no picture, and no page.
  picture.addEventListener('error', () => item.remove());
  return item;
}

/** Called by start-reviews.dom.ts, on a product's page. */
export function startRecentlyViewed(): void {
  const section = document.querySelector<HTMLElement>('[data-viewed]');
  const { viewed: id = '', name = '' } = section?.dataset ?? {};
  if (!section || !id) return;
  const others = viewedProducts().filter((one) => one.id !== id);
  rememberViewed({ id, name });
  if (!others.length) return;
  section.hidden = false;
  section.querySelector('button')?.addEventListener('click', () => {
    forgetViewed();
    section.hidden = true;
  });
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      section.appendChild(make('ul', {}, ...others.map(itemOf)));
    },
    { rootMargin },
  );
  observer.observe(section);
}
