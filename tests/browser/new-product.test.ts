/**
 * A new product by hand, in the browser alone: from the desk into the editor, a product with three shades and pictures, saved as a
 * draft, looked at, and published. How long it takes is counted in steps of a person: the keystroke-level model (Card, Moran and
 * Newell, 1980) has 0.28 s for a key, and 1.1 s to point, 0.2 s to press and 1.35 s to think for each control.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { checkContent } from '#tools/lib/content.ts';
import { drawAllFields, enter, enterItem, saveEntry } from './edit-form.ts';
import { contentFilesByType, type Value } from './edit-plan.ts';
import { editorTest, formOf } from './edit-steps.ts';
import { becomes, see } from './visitor.ts';

const { test, openEditor, read, folder } = editorTest();

const [product] = contentFilesByType()
  .flat()
  .filter(({ path }) => path === 'products/barrier-cream/index.md');
const partOf = (name: string) => {
  const part = product?.parts.find((one) => one.name === name);
  if (!part) throw new Error(`no field ${name}`);
  return part;
};

const seconds = { key: 0.28, control: 1.1 + 0.2 + 1.35 };

/** Seconds of a person for these values: each is a control and its keys; an item of a list is one more. */
function timeFor(value: Value): number {
  if (Array.isArray(value))
    return value.reduce<number>((sum, one) => sum + seconds.control + timeFor(one), 0);
  if (typeof value === 'object')
    return Object.values(value).reduce<number>((sum, one) => sum + timeFor(one), 0);
  return seconds.control + String(value ?? '').length * seconds.key;
}

const shade = (label: string, swatch: string, id?: string) => ({
  ...(id && { id }),
  label,
  kind: 'shade',
  swatch,
});
const values: Record<string, Value> = {
  name: 'Velvet Lip Tint',
  category: 'moisturizer',
  price: 499,
  pictures: [{ file: 'front.jpg', alt: 'A lip tint with its cap off' }],
  status: 'draft',
  originalPrice: 599,
  netQuantity: '4 g',
  variants: [shade('Rose', '#aa4455'), shade('Plum', '#662244', 'plum'), shade('Coral', '#ee7766', 'coral')],
};

async function enterAll(page: Page, some: Record<string, Value>): Promise<void> {
  for (const [name, value] of Object.entries(some)) {
    const part = partOf(name);
    if (Array.isArray(value))
      for (const [at, one] of value.entries()) await enterItem(page, name, part, at, one);
    else await enter(page, name, part, value);
  }
}

test('a product with three shades is made, previewed and published in four minutes', async () => {
  const page = await openEditor(drawAllFields);
  await page.goto('/edit#/collections/products/new');
  await see(
    formOf(page)
      .or(page.getByText(/^Creating/))
      .first(),
  );
  await enterAll(page, values);
  await see(page.frameLocator('iframe').getByText('Velvet Lip Tint').first());
  await saveEntry(page);
  const file = 'products/velvet-lip-tint/index.md';
  await becomes(() => read(file).includes('status: draft'), true);
  checkContent(folder());

  await page.goto('/edit#/collections/products/entries/velvet-lip-tint/index');
  await see(formOf(page).locator('[data-key-path="status"]'));
  await enter(page, 'status', partOf('status'), 'published');
  await saveEntry(page);
  await becomes(() => read(file).includes('status: published'), true);
  expect(read(file)).toMatchInlineSnapshot(`
    "---
    name: Velvet Lip Tint
    category: moisturizer
    price: 499
    pictures:
      - file: front.jpg
        alt: A lip tint with its cap off
    status: published
    originalPrice: 599
    variants:
      - label: Rose
        kind: shade
        swatch: '#aa4455'
      - id: plum
        label: Plum
        kind: shade
        swatch: '#662244'
      - id: coral
        label: Coral
        kind: shade
        swatch: '#ee7766'
    netQuantity: 4 g
    bestseller: false
    ---
    "
  `);
  checkContent(folder());

  const steps = 6 * seconds.control;
  expect(timeFor(values) + steps).toBeLessThan(240);
});
