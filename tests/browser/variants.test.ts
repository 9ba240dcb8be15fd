/** The sizes and shades of a product in the browser (docs/behaviour.md, "Sizes and shades"). */
import { expect } from 'vitest';
import { setStock } from '../support/rows.ts';
import { browserTest } from './browser-test.ts';
import { cartRow, storedCarts } from './steps.ts';
import { becomes, see } from './visitor.ts';

const { shop, visit, test } = browserTest();
const tint = 'mineral-tint-spf-40';
const almond = `${tint}--deep-almond`;
const cream = 'hydra-moisturizer';

test('a shade is chosen by keyboard: words, stock and buttons follow, the address names it, Back undoes it', async () => {
  await setStock(shop.db, almond, 2);
  await setStock(shop.db, `${tint}--light-sand`, 0);
  const { page } = await visit(390, { path: `/product/${tint}` });
  const shades = page.getByRole('group', { name: /^Shade:/ });
  await see(shades.getByRole('radio', { name: /^Light Sand ?, Sold out/ }));
  expect(await shades.locator('legend').innerText()).toBe('Shade: Warm Beige');
  // Its colour stays what it is: a line and words say that it is sold out.
  await see(shades.getByText('Sold out: Light Sand', { exact: true }));
  const drawn = (name: string) =>
    shades
      .locator('label', { hasText: name })
      .locator('i')
      .evaluate((swatch) => {
        const { opacity, backgroundColor, backgroundImage } = getComputedStyle(swatch);
        return [opacity, backgroundColor, backgroundImage.split('(')[0]];
      });
  expect(await drawn('Light Sand')).toEqual(['1', 'rgb(227, 196, 162)', 'linear-gradient']);
  expect(await drawn('Deep Almond')).toEqual(['1', 'rgb(148, 100, 63)', 'none']);
  const before = await page.locator('.row .add').boundingBox();

  await shades.getByRole('radio', { name: /^Warm Beige/ }).focus();
  await page.keyboard.press('ArrowRight');
  await becomes(() => shades.locator('legend').innerText(), 'Shade: Deep Almond');
  expect(new URL(page.url()).search).toBe('?variant=deep-almond');
  expect(await page.title()).toMatch(/^Mineral Tint, Deep Almond \| /);
  const isPictured = (name: string) =>
    page.locator('[data-strip]').evaluate((strip, shade) => {
      const picture = strip.querySelectorAll('img')[Math.round(strip.scrollLeft / strip.clientWidth)];
      return picture?.complete === true && picture.naturalWidth > 0 && picture.alt.includes(shade);
    }, name);
  await becomes(() => isPictured('Deep Almond'), true);
  await see(page.locator('.stock').getByText('Only 2 left'));
  expect((await page.locator('.row .add').boundingBox())?.y).toBe(before?.y);
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).tap();
  expect(await storedCarts(page)).toEqual({ guest: { [almond]: 1 } });

  await page.goBack();
  await becomes(() => shades.locator('legend').innerText(), 'Shade: Warm Beige');
  await becomes(() => isPictured('Warm Beige'), true);
  expect(await page.title()).not.toContain('Deep Almond');
  await page.goForward();
  await becomes(() => shades.locator('legend').innerText(), 'Shade: Deep Almond');
  await page.reload();
  await becomes(() => shades.locator('legend').innerText(), 'Shade: Deep Almond');

  await page.goto('/cart');
  const row = cartRow(page, 'Mineral Tint, Deep Almond');
  await see(row);
  expect(await row.getByRole('link').first().getAttribute('href')).toBe(
    `/product/${tint}?variant=deep-almond`,
  );
});

test('a size has its own price, MRP and label; a link to it opens it, an unknown one opens the first', async () => {
  const { page } = await visit(1280, { path: `/product/${cream}?variant=100-ml` });
  const price = page.locator('.intro .price:not([hidden]) strong');
  await becomes(() => price.innerText(), '₹949.00');
  const fact = async (name: string) =>
    (
      await page.locator('.facts dt', { hasText: name }).last().locator('+ dd > :not([hidden])').textContent()
    )?.trim();
  expect([await fact('MRP'), await fact('Net quantity'), await fact('Unit sale price')]).toEqual([
    '₹1,199.00 (inclusive of all taxes)',
    '100 ml',
    '₹9.49 per ml (at the MRP ₹11.99 per ml)',
  ]);
  await page.goto(`/product/${cream}?variant=nothing`);
  await becomes(() => price.innerText(), '₹549.00');
});

test('a card names the lowest price and leads to the choice; a search for a shade opens that shade', async () => {
  const { page } = await visit(390, { path: '/collection?q=mineral+tint+almond' });
  const card = page.locator('.card').filter({ hasText: 'Mineral Tint' });
  await becomes(
    () => card.getByRole('link', { name: 'Mineral Tint', exact: true }).getAttribute('href'),
    `/product/${tint}?variant=deep-almond`,
  );
  await page.goto('/collection?q=hydra+moisturizer');
  const sizes = page.locator('.card').filter({ hasText: 'Hydra Moisturizer' });
  await see(sizes.getByText('2 sizes'));
  expect(await sizes.locator('.card-price').innerText()).toMatch(/^from\s*₹549\.00/);
  await sizes.getByRole('link', { name: 'Choose a size or shade of Hydra Moisturizer' }).tap();
  await page.waitForURL(`**/product/${cream}`);
});

test('without scripts all of them are links with their prices', async () => {
  const { page } = await visit(390, { path: `/product/${cream}`, javaScriptEnabled: false });
  const links = page.locator('.variants .links li');
  expect(await links.allInnerTexts()).toEqual(['50 ml ₹549.00', '100 ml ₹949.00']);
  expect(await links.getByRole('link').last().getAttribute('href')).toBe(`/product/${cream}?variant=100-ml`);
});

test('a card crosses out a shade that is sold out, in its true colour, and says how many are', async () => {
  await setStock(shop.db, almond, 0);
  for (const width of [390, 1280] as const) {
    const { page } = await visit(width, { path: '/collection' });
    const swatches = page.locator(`[data-card="${tint}"] .card-swatches`);
    await swatches.scrollIntoViewIfNeeded();
    await see(swatches.locator('[data-out]'));
    expect(
      await swatches.evaluate((box) => [
        getComputedStyle(box, '::after').content,
        ...[...box.querySelectorAll('i')].map((one) => {
          const { opacity, backgroundColor, backgroundImage } = getComputedStyle(one);
          return [opacity, backgroundColor, backgroundImage !== 'none'];
        }),
      ]),
    ).toEqual([
      'counter(sold-out) " sold out"',
      ['1', 'rgb(227, 196, 162)', false],
      ['1', 'rgb(205, 162, 123)', false],
      ['1', 'rgb(148, 100, 63)', true],
    ]);
  }
});
