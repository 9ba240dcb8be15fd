/** An export of the shop, imported into a shop without products, gives equal files. */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { csvFile, programCsvRow } from 'shop-import/csv';
import { readCatalogue } from 'shop-import/read-catalogue';
import { readCsv } from 'shop-import/testing/read-csv';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { allSellables } from '#domain/catalogue/sellable.ts';
import { importLimits, planImport } from '#domain/import/plan.ts';
import { reportImport } from '#domain/import/report.ts';
import { formatContent } from '#tools/edit/content-style.ts';
import { mistakesIn } from '#tools/lib/check-content.ts';
import { contentFiles, contentRoot, readProducts } from '#tools/lib/content.ts';
import { exportCatalogue } from '#tools/lib/export-catalogue.ts';
import { pictureFiles } from './picture-files.ts';
import { readProductFile, readShop } from './shop.ts';
import { contentCopy } from './testing/content-copy.ts';
import { type PictureSource, writeImport } from './write-import.ts';

const [from, to] = [contentCopy(), contentCopy()];
afterAll(() => {
  from.remove();
  to.remove();
});
beforeEach(() => {
  from.reset();
  to.reset();
  rmSync(join(to.content, 'products'), { recursive: true });
});

const now = Date.parse('2026-11-30T06:30Z');

async function write(file: string | Buffer, content: string, pictures?: PictureSource) {
  const catalogue = readCatalogue(Buffer.from(file), importLimits);
  const plan = planImport(catalogue, readShop(content, true, now));
  const options = { content, pictures, replaceSamples: true, onProgress: () => {} };
  const outcomes = await writeImport(plan, options);
  return reportImport(plan, outcomes, false);
}

/** The files of all products, by their names. */
function productsIn(content: string): Map<string, Buffer> {
  const folder = join(content, 'products');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name))]),
  );
}

function expectEqual(content: string, expected: string): void {
  const [found, wanted] = [productsIn(content), productsIn(expected)];
  expect([...found.keys()]).toEqual([...wanted.keys()]);
  for (const [name, bytes] of wanted)
    if (name.endsWith('.md')) expect(found.get(name)?.toString(), name).toBe(bytes.toString());
    else expect(found.get(name)?.equals(bytes), name).toBe(true);
}

test('the samples, with their pictures', async () => {
  const file = exportCatalogue(contentFiles(), 'shopify', undefined, now);
  const report = await write(file, to.content, await pictureFiles(join(contentRoot, 'products')));
  expect(report.done).toMatchObject({ gaps: 0, added: productsIn(contentRoot).size - report.done.pictures });
  expectEqual(to.content, contentRoot);
  expect(mistakesIn(contentFiles(to.content)).laws).toEqual([]);
});

/** Changes the file of a product. */
function change(id: string, ...changes: [from: string | RegExp, to: string][]): void {
  const path = join(from.content, 'products', id, 'index.md');
  let text = readFileSync(path, 'utf8');
  for (const [before, after] of changes) {
    expect(text).toMatch(before);
    text = text.replace(before, after);
  }
  writeFileSync(path, text);
}

test('what is hidden, sold later or retired, names of pictures, amounts in texts', async () => {
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: 'blue' } });
  const folder = (id: string) => join(from.content, 'products', id);
  for (const id of readdirSync(join(from.content, 'products')))
    for (const name of readdirSync(folder(id)))
      if (name.endsWith('.jpg'))
        writeFileSync(join(folder(id), name), await picture.clone().jpeg().toBuffer());
  change('barrier-cream', [/^name:/m, 'status: hidden\nname:'], ['file: 2.jpg', 'file: Front~1.webp']);
  rmSync(join(folder('barrier-cream'), '2.jpg'));
  writeFileSync(join(folder('barrier-cream'), 'Front~1.webp'), await picture.clone().webp().toBuffer());
  change('rose-balance-toner', [/^name:/m, 'publishFrom: 2027-01-05\nname:'], ['file: 1.jpg', 'file: 9.jpg']);
  change('rose-balance-toner', ['file: 2.jpg', 'file: 1.jpg'], ['file: 9.jpg', 'file: 2.jpg']);
  change(
    'soft-milk-cleanser',
    [/^name:/m, 'status: retired\nname:'],
    [/\n---\n\n/, '\n---\n\nOnly {{price}}, *now*.\n\n'],
  );
  change(
    'aloe-gel-cream',
    [/^name:/m, 'status: published\nname:'],
    [/openingStock: \d+/, 'trackStock: uncounted'],
  );
  // As the editor writes them.
  for (const id of ['barrier-cream', 'rose-balance-toner', 'soft-milk-cleanser', 'aloe-gel-cream']) {
    const { matter, text } = readProductFile(from.content, id) ?? { matter: {}, text: '' };
    const name = `products/${id}/index.md`;
    writeFileSync(join(from.content, name), formatContent(`content/${name}`, matter, `${text}\n`));
  }
  const file = exportCatalogue(contentFiles(from.content), 'shopify', undefined, now);
  await write(file, to.content, await pictureFiles(join(from.content, 'products')));
  expectEqual(to.content, from.content);
});

test('a price, stock or weight that is changed in the file counts', async () => {
  const file = exportCatalogue(contentFiles(), 'shopify', undefined, now);
  const [heading = [], ...rows] = readCsv(file.slice(1));
  const at = (name: string) => heading.indexOf(name);
  const tint = rows.filter(([handle]) => handle === 'mineral-tint-spf-40');
  for (const [n, cells] of tint.slice(0, 3).entries()) {
    cells[at('Variant Price')] = `${500 + n}`;
    cells[at('Variant Inventory Qty')] = `${n}`;
  }
  await write(csvFile([heading, ...rows], programCsvRow), to.content);
  const sold = allSellables(readProducts(to.content));
  expect(
    ['--light-sand', '', '--deep-almond'].map((one) => {
      const { price, openingStock } = sold.get(`mineral-tint-spf-40${one}`) ?? {};
      return [price, openingStock];
    }),
  ).toEqual([
    [50_000, 0],
    [50_100, 1],
    [50_200, 2],
  ]);
});

test('into the same shop, it changes nothing, also what came from another shop under other handles', async () => {
  const none: PictureSource = () => Promise.reject(new Error('a picture is asked for'));
  const other = 'Handle,Title,Variant Price,Image Src\nRose_Mist,Rose Mist,99,https://a.example/1.jpg\n';
  const picture = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } }).jpeg();
  await write(other, from.content, () => picture.clone().toBuffer());
  const before = from.files();
  const report = await write(
    exportCatalogue(contentFiles(from.content), 'shopify', undefined, now),
    from.content,
    none,
  );
  expect(from.files()).toEqual(before);
  expect(report.products.map(({ id }) => id)).toEqual(['rose-mist']);
});

test('a running shop exports its stock', async () => {
  const stock = new Map([['barrier-cream', 3]]);
  await write(exportCatalogue(contentFiles(), 'shopify', stock, now), to.content);
  const products = readProducts(to.content);
  const before = readProducts();
  expect(products.get('barrier-cream')?.openingStock).toBe(3);
  expect(products.get('hydra-moisturizer')?.openingStock).toBe(before.get('hydra-moisturizer')?.openingStock);
});

describe('what comes from another shop', () => {
  const picture = async () =>
    sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();

  test.each(['shopify-1.csv', 'shopify-2-variants.csv', 'shopify-3-latin1.csv'])('%s', async (name) => {
    const file = readFileSync(join(import.meta.dirname, 'testing', name));
    await write(file, from.content, picture);
    const own = exportCatalogue(contentFiles(from.content), 'shopify', undefined, now);
    const report = await write(own, to.content, await pictureFiles(join(from.content, 'products')));
    expect(report.counts.refused).toBe(0);
    expectEqual(to.content, from.content);
    expect(mistakesIn(contentFiles(to.content)).laws).toEqual([]);
  });
});
