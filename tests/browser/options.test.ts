/** A product with three options in the browser (docs/behaviour.md, "Sizes and shades"), in a copy of the shop. */
import { cpSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { syncCatalogue } from '#db/sync.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { readProducts } from '#tools/lib/content.ts';
import { productsWithOptions, tee, writeProductsWithOptions } from '../support/options.ts';
import { setStock } from '../support/rows.ts';
import { buildCopy } from '../support/shop-copy.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { storedCarts } from './steps.ts';
import { becomes, see } from './visitor.ts';

const { shop, visit, test } = browserTest({ ownPages: true });

beforeAll(async () => {
  const { pages, remove } = await buildCopy(writeProductsWithOptions);
  cpSync(pages, shop.pages, { recursive: true });
  remove();
  await shop.stack.restartWorker();
  const products = new Map([...readProducts(), ...productsWithOptions()]);
  const copies = [tee, bag, cream].flatMap((id): [string, ProductContent][] => {
    const product = products.get(id);
    return product ? [[unbuilt(id), product]] : [];
  });
  await syncCatalogue({ url: shop.stack.databaseUrl }, new Map([...products, ...copies]));
}, 240_000);

const bag = 'field-bag';
const cream = 'hydra-moisturizer';
/** The same product under another id, which has no page yet. */
const unbuilt = (id: string): string => `new-${id}`;

const path = `/product/${tee}`;
const group = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`^${name}:`) });
/** What is chosen, as the pickers say it. */
const chosen = async (page: Page) =>
  (await page.locator('.option legend').allInnerTexts()).map((text) => text.split(': ')[1]).join(' ');
/** The values that can be chosen of an option, with `!` where they are sold out. */
const offered = (page: Page, option: string) =>
  group(page, option)
    .locator('label:has(input:enabled)')
    .evaluateAll((labels) =>
      labels.map(
        (label) => `${label.querySelector('.name')?.textContent}${label.dataset.out === '' ? '!' : ''}`,
      ),
    );
const variantIn = (page: Page) => new URL(page.url()).searchParams.get('variant');

test('three pickers: a choice keeps the others where there is such a one, else the nearest', async () => {
  const { page } = await visit(390, { path });
  await becomes(() => chosen(page), 'Red S Linen');
  expect(await offered(page, 'Colour')).toEqual(['Red', 'Blue', 'Sand']);
  await group(page, 'Size').getByRole('radio', { name: 'XL' }).tap();
  await becomes(() => chosen(page), 'Red XL Linen');
  expect(variantIn(page)).toBe('red-xl-linen');
  await becomes(() => page.locator('.intro .price:not([hidden]) strong').innerText(), '₹599.00');

  // There is no blue one in XL: the first of the others.
  await group(page, 'Colour').getByRole('radio', { name: 'Blue' }).tap();
  await becomes(() => chosen(page), 'Blue M Linen');
  expect(await offered(page, 'Size')).toEqual(['M', 'L']);
  expect(await offered(page, 'Fabric')).toEqual(['Linen']);
  await becomes(() => page.locator('[data-thumbnail][aria-current]').count(), 1);
  await page.locator('.row').getByRole('button', { name: 'Add to Cart', exact: true }).tap();
  expect(await storedCarts(page)).toEqual({ guest: { [`${tee}--blue-m-linen`]: 1 } });

  await page.goBack();
  await becomes(() => chosen(page), 'Red S Linen');
  await page.goForward();
  await becomes(() => chosen(page), 'Blue M Linen');
  await page.goto(`${path}?variant=sand-xl-linen`);
  await becomes(() => chosen(page), 'Sand XL Linen');
  await page.goto(`${path}?variant=gone`);
  await becomes(() => chosen(page), 'Red S Linen');
});

test('by keyboard, and what is not there is passed over', async () => {
  const { page } = await visit(1280, { path: `${path}?variant=blue-m-linen` });
  await becomes(() => chosen(page), 'Blue M Linen');
  await group(page, 'Size').getByRole('radio', { name: 'M', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await becomes(() => chosen(page), 'Blue L Linen');
  await page.keyboard.press('ArrowRight');
  await becomes(() => chosen(page), 'Blue M Linen');
});

test('the first that is in stock opens, and what is sold out says so', async () => {
  for (const id of [tee, `${tee}--red-s-cotton`, `${tee}--blue-m-linen`]) await setStock(shop.db, id, 0);
  const { page } = await visit(390, { path });
  await becomes(() => chosen(page), 'Red M Linen');
  expect(variantIn(page)).toBeNull();
  await see(page.locator('.row').getByRole('button', { name: 'Add to Cart', exact: true }));
  expect(await offered(page, 'Size')).toEqual(['S!', 'M', 'L', 'XL']);
  await see(group(page, 'Size').getByRole('radio', { name: /^S ?, Sold out/ }));
  await looksRight(page, 'a product with three options', { within: '.intro' });
  // What the shopper chooses stays, and so does what the address names.
  await group(page, 'Size').getByRole('radio', { name: /^S\b/ }).tap();
  await becomes(() => chosen(page), 'Red S Linen');
  await see(page.locator('.row').getByRole('button', { name: 'Sold out' }).first());
  await page.goto(`${path}?variant=blue-m-linen`);
  await becomes(() => offered(page, 'Size'), ['M!', 'L']);
  expect(await chosen(page)).toBe('Blue M Linen');
});

/** All that the pickers of a product show. */
const drawn = (page: Page) =>
  page
    .locator('.variants:visible')
    .evaluateAll((pickers) =>
      pickers.map((picker) => ({
        legend: picker.querySelector('legend')?.innerText,
        isMany: picker.querySelector('.choices')?.matches('.many'),
        choices: [...picker.querySelectorAll('label')].map((label) => ({
          text: label.innerText.replaceAll(/\s+/g, ' '),
          isChecked: label.querySelector('input')?.checked,
          isDisabled: label.querySelector('input')?.disabled,
          isOut: label.dataset.out,
          colour: label.querySelector('i')?.style.backgroundColor,
          title: label.title,
        })),
      })),
    );

test('a product that was published after the build has the same pickers, and each can be bought', async () => {
  const { page: built } = await visit(390);
  const { page, allowFailure } = await visit(390);
  allowFailure(/\/media\/products\/new-/, 404);
  for (const [id, choices] of [
    [tee, ['XL', 'Blue', 'L', 'Sand', 'Red', 'Cotton', 'S']],
    [bag, ['Rose', 'Neem', 'Small']],
    [cream, ['100 ml', '50 ml']],
  ] as const) {
    await setStock(shop.db, id, 0);
    await setStock(shop.db, unbuilt(id), 0);
    await built.goto(`/product/${id}`);
    await page.goto(`/product/${unbuilt(id)}`);
    await see(page.locator('.product-shell h1').getByText(await built.locator('h1').innerText()));
    for (const value of [undefined, ...choices]) {
      const choose = (on: Page) =>
        on
          .locator('.variants label')
          .filter({ visible: true })
          .getByRole('radio', { name: value })
          .first()
          .tap();
      if (value) await Promise.all([choose(built), choose(page)]);
      await becomes(() => drawn(page), await drawn(built));
      expect(variantIn(page), value).toBe(variantIn(built));
      await becomes(
        () => page.locator('.product-shell-price strong').innerText(),
        await built.locator('.intro .price:not([hidden]) strong').innerText(),
      );
    }
  }
  await page.goto(`/product/${unbuilt(tee)}?variant=blue-m-linen`);
  await becomes(() => chosen(page), 'Blue M Linen');
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).tap();
  expect(await storedCarts(page)).toEqual({ guest: { [`${unbuilt(tee)}--blue-m-linen`]: 1 } });
  await group(page, 'Size').getByRole('radio', { name: 'L', exact: true }).tap();
  await becomes(() => chosen(page), 'Blue L Linen');
  await page.goBack();
  await becomes(() => chosen(page), 'Blue M Linen');
  await looksRight(page, 'a product that was published after the build', { within: '.product-shell' });
});

test('of a product with one option too', async () => {
  await setStock(shop.db, cream, 0);
  const { page } = await visit(390, { path: `/product/${cream}` });
  await becomes(() => page.locator('.variants legend').innerText(), 'Size: 100 ml');
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('radio', { name: /^50 ml/ }).tap();
  await becomes(() => page.locator('.variants legend').innerText(), 'Size: 50 ml');
});

test('without scripts all of them are links', async () => {
  const { page } = await visit(390, { path, javaScriptEnabled: false });
  expect(await page.locator('.words .links li').count()).toBe(12);
  expect(await page.locator('.option:visible').count()).toBe(0);
});
