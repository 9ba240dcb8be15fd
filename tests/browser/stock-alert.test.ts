/** What a product's page offers while it is sold out (docs/behaviour.md, "Back in stock"). */
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { products, stockAlerts } from '#db/schema/index.ts';
import { setStock } from '../support/rows.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, visit, visitAsShopper, test } = browserTest();
const serum = 'vitamin-c-glow-serum';
const tint = 'mineral-tint-spf-40';
const ask = 'Tell me when it is back';

test('sold out: one field and one button ask for an email; two others in stock are for the same concern', async () => {
  await setStock(shop.db, serum, 0);
  const { page, expectFailure } = await visit(390, { path: `/product/${serum}` });
  const box = page.locator('[data-buy-box]');
  const field = box.getByLabel('Sold out. Where may we write when it is back?');
  await see(field);
  await becomes(() => box.locator('.stock-alert li').count(), 2);
  await see(box.getByRole('heading', { name: 'In stock for the same concerns' }));
  const others = await box
    .locator('.stock-alert li a')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href')));
  for (const href of others) {
    const [other] = await shop.db.read
      .select({ stock: products.stock })
      .from(products)
      .where(eq(products.id, href?.replace('/product/', '') ?? ''));
    expect([href, other?.stock]).not.toEqual([`/product/${serum}`, 0]);
  }
  await looksRight(page, `/product/${serum}`, { atBothWidths: true });

  expectFailure('/api/product/stock-alerts', 422);
  await field.fill('asha');
  await box.getByRole('button', { name: ask }).tap();
  await see(box.getByRole('alert').getByText('Please enter a valid email address'));
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
  await field.fill('asha@example.in');
  await box.getByRole('button', { name: ask }).tap();
  await see(box.getByRole('status').getByText('Thank you. We write to you once, when it is back.'));
  await gone(field);
  expect(await shop.db.read.select().from(stockAlerts)).toMatchObject([
    { productId: serum, email: 'asha@example.in' },
  ]);
});

test('it follows the shade, with the address of the account; not for one that is paused; nothing without scripts', async () => {
  const [almond, sand] = [`${tint}--deep-almond`, `${tint}--light-sand`];
  await setStock(shop.db, almond, 0);
  await shop.db.write.update(products).set({ stock: 0, paused: 'A new label' }).where(eq(products.id, sand));
  const { page, person } = await visitAsShopper({ path: `/product/${tint}` });
  await see(page.getByRole('radio', { name: /^Deep Almond ?, Sold out/ }));
  const field = page.locator('#alert-email');
  await gone(field);
  await page.getByRole('radio', { name: /^Deep Almond/ }).check({ force: true });
  await becomes(() => field.inputValue(), person.email);
  await page.getByRole('radio', { name: /^Light Sand/ }).check({ force: true });
  await gone(field);
  await page.getByRole('radio', { name: /^Deep Almond/ }).check({ force: true });
  await page.getByRole('button', { name: ask }).tap();
  await see(page.getByText('Thank you. We write to you once, when it is back.'));
  const waiting = await shop.db.read.select().from(stockAlerts).where(eq(stockAlerts.email, person.email));
  expect(waiting.map(({ productId }) => productId)).toEqual([almond]);

  const plain = await visit(390, { path: `/product/${tint}?variant=deep-almond`, javaScriptEnabled: false });
  expect(await plain.page.getByText(ask).count()).toBe(0);
});

test('a product that is not in the last build offers the email too, for the size that is chosen', async () => {
  const [like] = await shop.db.read.select().from(products).where(eq(products.id, serum));
  if (!like) throw new Error('no serum');
  const size = { ...like, name: 'Neem Water', stock: 0, group: 'neem-water', kind: 'size' as const };
  await shop.db.write.insert(products).values([
    { ...size, id: 'neem-water', label: '50 ml' },
    { ...size, id: 'neem-water--100-ml', label: '100 ml', variantPosition: 1 },
  ]);
  const { page } = await visit(390, { path: '/product/neem-water' });
  await see(page.getByRole('button', { name: ask }));
  await page.getByRole('radio', { name: /^100 ml/ }).check({ force: true });
  await becomes(() => page.locator('.stock-alert').getAttribute('data-of'), 'neem-water--100-ml');
  await page.getByLabel('Sold out. Where may we write when it is back?').fill('asha@example.in');
  await page.getByRole('button', { name: ask }).tap();
  await see(page.getByText('Thank you. We write to you once, when it is back.'));
  const isOfSize = sql`${stockAlerts.productId} LIKE 'neem-water%'`;
  const waiting = await shop.db.read.select().from(stockAlerts).where(isOfSize);
  expect(waiting.map(({ productId }) => productId)).toEqual(['neem-water--100-ml']);
});
