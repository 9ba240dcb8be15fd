/** From the home page to a product in the cart. */
import { serum, toner } from '../../../support/orders.ts';
import type { Page } from '../page.ts';
import type { Step, Walk } from './walk.ts';

/** Runs in the page: the width of the picture that the browser chose, and the largest available width. */
function chosenWidth(css: string): { chosen: number; widest: number } | undefined {
  const image = document.querySelector<HTMLImageElement>(css);
  if (!image?.currentSrc) return undefined;
  const sources = [image, ...(image.closest('picture')?.querySelectorAll('source') ?? [])];
  const candidates = sources.flatMap(({ srcset }) =>
    srcset.split(',').map((one) => one.trim().split(/\s+/) as [string, string]),
  );
  const widthOf = (size = '') => Number.parseInt(size, 10) || 0;
  const chosen = candidates.find(([url]) => url && new URL(url, location.href).href === image.currentSrc);
  return { chosen: widthOf(chosen?.[1]), widest: Math.max(...candidates.map(([, size]) => widthOf(size))) };
}

/** Checks that the picture has at least the needed width, or the largest available one. */
async function checkWidth({ page, check }: Walk, what: string, css: string, needed: number): Promise<void> {
  const found = await page.waitFor(`${what} has chosen a picture`, chosenWidth, css);
  check(
    `${what}: ${needed} px or the widest`,
    Number(found?.chosen) >= Math.min(needed, Number(found?.widest)),
    found,
  );
}

/** Waits for a toast with this text, and checks that it is no higher than its text needs. */
export async function checkToast({ page, check }: Walk, words: string): Promise<void> {
  const height = await page.waitFor(
    `the toast "${words}"`,
    (wanted) => {
      const shelf = document.querySelector('.toasts:popover-open');
      return shelf?.textContent?.includes(wanted) ? Math.round(shelf.getBoundingClientRect().height) : 0;
    },
    words,
  );
  check(`toast "${words}" is small`, Number(height) < 200, `${height} px high`);
}

/** Adds one piece to the cart from a product's page. */
export async function addToCart({ page, open }: Walk, product: string): Promise<void> {
  await open(`/product/${product}`);
  await page.click({ css: '.buy [data-add-to-cart]' });
  await page.waitFor('a number at the cart', () =>
    document.querySelector('[data-cart-count]')?.textContent?.trim(),
  );
}

const wide = (page: Page) => page.window.width >= 1024;

async function home(walk: Walk): Promise<void> {
  const { page, open, look, check } = walk;
  await open('/');
  await page.see({ css: 'h2', text: 'Latest Collection' });
  await look('home');
  await page.see({ css: '[data-carousel] button', name: 'Next slide' });
  await page.evaluate(() =>
    document.querySelector('.counters')?.scrollIntoView({ block: 'center', behavior: 'instant' }),
  );
  await page.waitFor('the numbers have counted up', () =>
    [...document.querySelectorAll<HTMLElement>('[data-counter] [data-to]')].every(
      ({ textContent, dataset }) => textContent === dataset.to,
    ),
  );
  await page.click({ css: '.glow [data-video] button' });
  await page.evaluate(() =>
    document.querySelector('.glow')?.scrollIntoView({ block: 'center', behavior: 'instant' }),
  );
  const button = () => document.querySelector('.glow [data-video] button')?.ariaPressed;
  if ((await page.evaluate(button)) === 'true') await page.click({ css: '.glow [data-video] button' });
  const played = await page
    .waitFor('the video plays', () => {
      const video = document.querySelector<HTMLVideoElement>('.glow video');
      return video && video.readyState >= 2 && !video.paused && video.currentTime > 0.2;
    })
    .catch(() => false);
  const state = await page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('.glow video');
    const { readyState, networkState, paused, currentTime, error, currentSrc } = video ?? {};
    return { readyState, networkState, paused, currentTime, error: error?.message, currentSrc };
  });
  check('home: a video plays', Boolean(played), state);
  // Safari plays a video only if the server supports range requests.
  const part = await page.evaluate(async () => {
    const { currentSrc = '' } = document.querySelector<HTMLVideoElement>('.glow video') ?? {};
    const { status, headers } = await fetch(currentSrc, { headers: { Range: 'bytes=0-1' } });
    return `${status} ${headers.get('Content-Range')}`;
  });
  check('home: a part of a video is answered', /^206 bytes 0-1\/\d+$/.test(part), part);
  await page.evaluate(() =>
    document.querySelector('[data-before-after]')?.scrollIntoView({ behavior: 'instant' }),
  );
  // The picture covers a box that is 450 px high and at least twice as wide.
  await checkWidth(walk, 'before and after', '.before img', 900);
  await checkWidth(walk, 'slides', '[data-carousel] img', wide(page) ? 1430 : 272);
  const range = { css: '[data-before-after] input' };
  const value = () => document.querySelector<HTMLInputElement>('[data-before-after] input')?.value;
  await page.evaluate(() => document.querySelector<HTMLInputElement>('[data-before-after] input')?.focus());
  await page.press('ArrowRight');
  check(
    'before and after moves by keys',
    Number(await page.evaluate(value)) > 50,
    await page.evaluate(value),
  );
  await page.click(range);
}

async function search({ page, open, look, check }: Walk): Promise<void> {
  await open('/');
  if (!wide(page)) await page.click({ css: 'summary', name: 'Search' });
  const field = wide(page) ? '#search' : '#search-bar';
  await page.fill({ css: field }, 'rose');
  // With a coarse pointer the search starts on Enter.
  if (!(await page.evaluate(() => matchMedia('(pointer: fine)').matches))) await page.press('Enter');
  await page.waitFor('the search has led to the collection', () => location.search === '?q=rose');
  await page.waitFor('its products are shown', () => {
    const seen = [...document.querySelectorAll('.card')].filter((one) => one.checkVisibility());
    return seen.length > 0 && seen.length < 16;
  });
  await look('search');
  // An engine's own clear button would be inside the field, beside the search icon.
  const box = await page.evaluate(() => {
    const field = [...document.querySelectorAll<HTMLInputElement>('[data-search-box]')].find((one) =>
      one.checkVisibility(),
    );
    field?.focus();
    const { right = 0, top = 0, height = 0 } = field?.getBoundingClientRect() ?? {};
    const button = field?.parentElement?.querySelector('button')?.getBoundingClientRect().width ?? 0;
    return field ? { x: right - button - 9, y: top + height / 2, value: field.value } : undefined;
  });
  if (box) {
    await page.clickAt(box.x, box.y);
    const value = await page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLInputElement>('[data-search-box]')].find((one) =>
          one.checkVisibility(),
        )?.value,
    );
    check(
      'search: the field has no clear button of the engine’s own',
      value === box.value,
      `"${box.value}" became "${value}"`,
    );
  } else check('search: the field stays in sight', false);
}

async function collection({ page, open, look }: Walk): Promise<void> {
  await open('/collection');
  await page.see({ css: 'h1' });
  await look('collection');
  if (!(await page.isSeen({ css: '#collection-filters' })))
    await page.click({ css: '.collection-filter-open' });
  await page.click({ css: '#collection-filters label', text: 'Oily Skin' });
  await page.waitFor('the filter is in the address', () => location.search.includes('skin=Oily'));
  await page.see({ css: '.collection-count', text: 'in Oily Skin' });
  await look('collection-filtered');
}

async function product(walk: Walk): Promise<void> {
  const { page, open, look, check } = walk;
  await open(`/product/${serum}`);
  await look('product');
  await page.click({ css: '[data-thumbnail]', name: 'View 2' });
  const shown = () => {
    const strip = document.querySelector('[data-strip]');
    return strip && Math.round(strip.scrollLeft / strip.clientWidth) === 1;
  };
  await page.waitFor('the second picture is shown', shown);
  await page.click({ css: '[data-thumbnail]', name: 'View 1' });
  await page.waitFor(
    'the first picture is shown again',
    () => document.querySelector('[data-strip]')?.scrollLeft === 0,
  );
  await page.click({ css: '[data-zoom-in]' });
  await page.see({ css: 'dialog[open] [data-place]', text: 'Picture 1' });
  await checkWidth(walk, 'zoom', '[data-zoom] img', 1200);
  await look('product-zoom', true);
  await page.click({ css: '[data-magnify]' });
  await page.waitFor(
    'it is magnified',
    () => document.querySelector('[data-magnify]')?.ariaPressed === 'true',
  );
  await page.press('Escape');
  const closed = await page
    .waitFor('Escape closes the pictures', () => !document.querySelector('dialog[open]'))
    .catch(() => false);
  check('zoom: Escape closes it at one press', Boolean(closed));
  await page.click({ css: '[role="tab"]', name: 'Ingredients' });
  await page.see({ css: '#panel-ingredients' });
  await page.evaluate(() => document.querySelector('#reviews')?.scrollIntoView({ behavior: 'instant' }));
  await page.see({ css: '#reviews .none-title', text: 'Be the first to review it' });
  // The toast is checked at once: it disappears after 3 s.
  await open(`/product/${toner}`);
  await page.click({ css: '.buy [data-step="1"]' });
  await page.click({ css: '.buy [data-add-to-cart]' });
  await checkToast(walk, 'Added to cart!');
  await look('product-toast', true);
  await page.waitFor(
    'the cart has 2',
    () => document.querySelector('[data-cart-count]')?.textContent?.trim() === '2',
  );
}

async function menu({ page, open, look, check }: Walk): Promise<void> {
  if (wide(page)) return;
  await open('/about');
  await page.click({ css: '.menu-button' });
  await page.see({ css: '#menu a', name: 'Contact' }).catch(() => page.see({ css: '#menu a' }));
  await look('menu', true);
  await page.press('Escape');
  const closed = await page
    .waitFor('the menu is closed', () => !document.querySelector('#menu:popover-open'))
    .catch(() => false);
  check('menu: Escape closes it at one press', Boolean(closed));
  await page.click({ css: '.menu-button' });
  await page.click({ css: '#menu nav a[href="/collection"]' });
  await page.waitFor('the menu leads on', () => location.pathname === '/collection');
}

/** In the order of the walk. */
export const browsing: Step[] = [
  { name: 'home', run: home },
  { name: 'search', run: search },
  { name: 'collection', run: collection },
  { name: 'menu', run: menu },
  { name: 'product', run: product },
];
