/** The pages and taps of the audit. */
import { paths } from '#lib/paths.ts';
import { contentFiles, readProducts } from '#tools/lib/content.ts';
import { entryId } from '../../../content/collections.ts';
import type { Interaction } from '../lab.ts';

/** The shop's own. */
const [first = ''] = readProducts().keys();
export const product = paths.product(first);
const article = contentFiles()
  .names()
  .find((name) => /^journal\/.*\.md$/.test(name));

/** Every kind of public page, by its name in the tables. */
export const pages = [
  { name: 'Home', path: paths.home },
  { name: 'Collection', path: paths.collection },
  { name: 'Product', path: product },
  { name: 'About', path: paths.about },
  { name: 'Contact', path: paths.contact },
  ...(article ? [{ name: 'Article', path: paths.article(entryId(article)) }] : []),
];

/** Pages with the taps that are measured there, in order; at the first one React is not loaded yet. */
export const walks: readonly {
  path: string;
  interactions: readonly (Interaction & { name: string; cold: boolean })[];
}[] = [
  {
    path: product,
    interactions: [
      {
        name: 'Stepper',
        cold: true,
        tap: '[data-step="1"]',
        done: () => document.querySelector<HTMLInputElement>('#quantity')?.value === '2',
      },
      {
        name: 'Add to cart',
        cold: true,
        tap: '[data-buy-box] [data-add-to-cart]',
        done: () => document.querySelector('[data-cart-count]')?.textContent === '2',
      },
      {
        name: 'Add to cart, again',
        cold: false,
        tap: '[data-buy-box] [data-add-to-cart]',
        done: () => document.querySelector('[data-cart-count]')?.textContent === '4',
      },
    ],
  },
  {
    path: paths.collection,
    interactions: [
      {
        name: 'Filter: opened, which brings React',
        cold: true,
        tap: '.collection-filter-open',
        done: () => document.querySelector('.collection-filter-open')?.ariaExpanded === 'true',
      },
      {
        name: 'Filter: a skin type chosen',
        cold: false,
        tap: 'label:has([name=skin][value="Dry Skin"])',
        done: () => Boolean(document.querySelector('.collection-count')?.textContent),
      },
      {
        name: 'Filter: another one',
        cold: false,
        tap: 'label:has([name=skin][value="Oily Skin"])',
        done: () => document.querySelector('.collection-count')?.textContent?.includes('Oily') ?? false,
      },
    ],
  },
];
