/**
 * The chosen size or shade of a product: price, facts, stock and buttons are its own, the gallery shows its picture, and
 * the address names it (docs/behaviour.md, "Product page").
 */

import { canBeBought } from '#domain/catalogue/can-be-bought.ts';
import { askedVariant, openingVariant, variantAddress } from '#domain/catalogue/opening-variant.ts';
import type { LiveProduct } from '#domain/catalogue/product.ts';
import { outOf, stockText } from './live.dom.ts';

/** Marks what is bought by the buttons of a box, and lets live.dom.ts fill in its stock. */
function sell(box: HTMLElement, id: string, name: string): void {
  for (const button of box.querySelectorAll<HTMLElement>('[data-add-to-cart], [data-buy-now]')) {
    if ('addToCart' in button.dataset) button.dataset.addToCart = id;
    else button.dataset.buyNow = id;
    button.dataset.name = name;
  }
  for (const place of box.querySelectorAll<HTMLElement>('[data-live]')) {
    place.dataset.id = id;
    delete place.dataset.patched;
    if (place.dataset.live !== 'button') place.textContent = '';
  }
}

/** Names the shades that are crossed out below them: a swatch may stand without its name. Screen readers hear it on each. */
function nameSoldOut(): void {
  for (const note of document.querySelectorAll('.variants .sold-out')) {
    const names = [...(note.parentElement?.querySelectorAll('[data-out] .name') ?? [])];
    note.textContent = names.length ? `Sold out: ${names.map((name) => name.textContent).join(', ')}` : '';
  }
}

/** Says on a size or shade, and in the structured data of the page, that it is not sold now. */
function drawStock(choice: HTMLElement, live: LiveProduct): void {
  if (canBeBought(live)) return;
  choice.dataset.out = '';
  const said = choice.appendChild(document.createElement('span'));
  said.className = 'visually-hidden';
  said.textContent = `, ${stockText(live)}`;
  nameSoldOut();
  const offers = document.querySelector('[data-offers]');
  const offer = `"sku":"${choice.dataset.id}","availability":"https://schema.org`;
  if (offers) offers.textContent = offers.textContent.replace(`${offer}/InStock`, offer + outOf(live));
}

export function startVariants(): void {
  const group = document.querySelector<HTMLElement>('[data-variants]');
  if (!group) return;
  const product = group.dataset.variants ?? '';
  const radios = [...group.querySelectorAll('input')];
  /** Whether this page has added an entry to the history: one Back leads to the first choice, not to each. */
  let added = false;
  /** What the page shows. */
  let shown = product;

  const { title } = document;
  const show = ({ value, dataset }: HTMLInputElement): void => {
    shown = value;
    document.title = value === product ? title : `${dataset.name}${title.slice(title.lastIndexOf(' | '))}`;
    for (const one of document.querySelectorAll<HTMLElement>('[data-variant]'))
      one.hidden = !one.dataset.variant?.split(' ').includes(value);
    for (const box of document.querySelectorAll<HTMLElement>('[data-buy-box], [data-buy-bar]'))
      sell(box, value, dataset.name ?? '');
    const thumbnails = document.querySelectorAll<HTMLElement>('[data-thumbnail]');
    if (dataset.picture) thumbnails[Number(dataset.picture)]?.click();
    document.dispatchEvent(new CustomEvent('shop:cards'));
    // How many can be bought is another number.
    document.getElementById('quantity')?.dispatchEvent(new Event('change'));
  };

  const open = (): void => {
    const all = radios.map((radio) => ({
      radio,
      id: radio.value,
      isOut: radio.parentElement?.dataset.out !== undefined,
    }));
    const opening = openingVariant(all, product, askedVariant(product, location));
    if (!opening) return;
    opening.radio.checked = true;
    if (opening.id !== shown) show(opening.radio);
  };
  let hasChosen = false;
  const openInStock = (): void => {
    if (!hasChosen) open();
  };

  for (const choice of group.querySelectorAll<HTMLElement>('[data-live="variant"]'))
    choice.addEventListener('live', (event) => {
      drawStock(choice, (event as CustomEvent<LiveProduct>).detail);
      // Once the stock of all of them is known.
      queueMicrotask(openInStock);
    });
  group.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const url = variantAddress(location.href, product, target.value);
    history[added ? 'replaceState' : 'pushState'](history.state, '', url);
    added = true;
    hasChosen = true;
    show(target);
  });
  // Of the values of options (options.dom.ts).
  document.addEventListener('shop:sold-out', nameSoldOut);
  addEventListener('popstate', () => {
    added = false;
    open();
  });
  open();
}
