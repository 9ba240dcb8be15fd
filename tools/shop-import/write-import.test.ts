/** Imports of parts of three real exports, whose words are replaced, into a copy of the content. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { readCatalogue } from 'shop-import/read-catalogue';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { allSellables } from '#domain/catalogue/sellable.ts';
import { newFiles } from '#domain/import/new-files.ts';
import { importLimits, isRefused, planImport } from '#domain/import/plan.ts';
import { reportImport } from '#domain/import/report.ts';
import { mistakesIn } from '#tools/lib/check-content.ts';
import { contentFiles, readProducts, readSales, root } from '#tools/lib/content.ts';
import { NoPicture } from './download.ts';
import { importFacts, readImportRecord, readShop } from './shop.ts';
import { contentCopy } from './testing/content-copy.ts';
import { type WriteOptions, writeImport } from './write-import.ts';

const copy = contentCopy();
const { content } = copy;
afterAll(() => copy.remove());
beforeEach(() => copy.reset());

const exported = (name: string) => readFileSync(join(root, 'tools/shop-import/testing', name));

async function run(bytes: Uint8Array, options: Partial<WriteOptions> = {}) {
  const replaceSamples = options.replaceSamples ?? true;
  const plan = planImport(readCatalogue(bytes, importLimits), readShop(content, replaceSamples));
  const outcomes = await writeImport(plan, {
    content,
    pictures: undefined,
    replaceSamples,
    onProgress: () => {},
    ...options,
  });
  return { plan, outcomes, report: reportImport(plan, outcomes, false) };
}

const mistakes = () => mistakesIn(contentFiles(content)).laws;

const productFile = (id: string) => join(content, 'products', id, 'index.md');
const change = (id: string, from: string | RegExp, to: string) => {
  const text = readFileSync(productFile(id), 'utf8');
  expect(text).toMatch(from);
  writeFileSync(productFile(id), text.replace(from, to));
};

test.each(['shopify-1.csv', 'shopify-2-variants.csv', 'shopify-3-latin1.csv'])(
  '%s takes the place of the samples: all products, sizes, prices and stock',
  async (name) => {
    const { plan, report } = await run(exported(name));
    expect(mistakes()).toEqual([]);
    const wanted = plan.products
      .filter(({ product }) => !isRefused(product))
      .flatMap(({ product }) => product.variants)
      .map(({ price, originalPrice, stock = 0 }) => [price, originalPrice, stock].join());
    const products = readProducts(content);
    const sold = [...allSellables(products).values()].map(
      ({ price, originalPrice, trackStock, openingStock }) =>
        [price, originalPrice, trackStock === 'counted' ? openingStock : 'not counted'].join(),
    );
    expect(sold.sort()).toEqual(wanted.sort());
    expect(products.size).toBe(report.done.added);
    expect(report.counts.products).toBe(report.done.added + report.counts.refused);
    const again = await run(exported(name));
    expect(again.report.done).toMatchObject({ added: 0, updated: 0, unchanged: report.done.added });
  },
);

test('gift cards and products without a price are named, and the others come over', async () => {
  const { report } = await run(exported('shopify-1.csv'));
  expect(report.done.added).toBeGreaterThan(10);
  expect(
    report.products.filter(({ status }) => status === 'refused').map(({ findings }) => findings[0]?.message),
  ).toEqual(['This shop does not sell gift cards.', '“0.00” is not a price above 0.']);
});

/** The files of the desk's import, by their paths below `content/`. */
function deskFiles(bytes: Uint8Array, time: string) {
  const { files, report } = newFiles(
    bytes,
    importFacts(content),
    { time, now: Date.now(), answers: {} },
    () => {},
  );
  return { report, files: new Map([...files].map(([name, text]) => [name.replace('content/', ''), text])) };
}

test('the desk makes the same files of new products, and leaves out those that the shop has', async () => {
  const bytes = exported('shopify-2-variants.csv');
  const { files } = deskFiles(bytes, '1');
  const { report } = await run(bytes, { replaceSamples: false });
  const isRecord = (name: string) => name.startsWith('imported');
  for (const [name, text] of files)
    if (!isRecord(name)) expect(readFileSync(join(content, name), 'utf8'), name).toBe(text);
  const products = [...files.keys()].filter((name) => name.startsWith('products/'));
  expect(products).toHaveLength(report.done.added);

  // The same products, committed from the file of the desk, are known to the next import.
  const record = readFileSync(join(content, 'imported.jsonl'), 'utf8');
  rmSync(join(content, 'imported.jsonl'));
  writeFileSync(join(content, 'imported-1.jsonl'), files.get('imported-1.jsonl') ?? '');
  const again = deskFiles(bytes, '2');
  expect([again.files.size, again.report.done.added]).toEqual([0, 0]);
  expect(new Set(again.report.products.map(({ result }) => result))).toEqual(new Set(['in the shop']));
  expect((await run(bytes, { replaceSamples: false })).report.done).toMatchObject({
    added: 0,
    updated: 0,
    unchanged: products.length,
  });
  expect(readFileSync(join(content, 'imported.jsonl'), 'utf8')).toBe(record);
  expect(existsSync(join(content, 'imported-1.jsonl'))).toBe(false);
});

test('the desk writes the sales of new products as the command does', async () => {
  const bytes =
    Buffer.from(`ID,Type,SKU,Name,Published,Date sale price starts,Date sale price ends,Sale price,Regular price
1,simple,A,Diwali Serum,1,2027-10-20,2027-10-30,99,999
2,simple,B,Diwali Balm,1,2027-10-20,2027-10-30,99,499
3,simple,C,Holi Mist,1,2028-03-01 18:00:00,,149.5,299`);
  const sales = join(content, 'sales.yaml');
  writeFileSync(sales, `# Ours\n${sale('Diwali', '2027-10-20', '2027-10-30', 99)}`);
  const { files } = deskFiles(bytes, '1');
  const { report } = await run(bytes, { replaceSamples: false });
  expect(report.done.added).toBe(3);
  expect(readFileSync(sales, 'utf8')).toBe(files.get('sales.yaml'));
  expect(files.get('sales.yaml')).toMatch(/^# Ours\nsales:\n {2}- name: Diwali\n/);
  const products = readSales(content).map((one) => one.products);
  expect(products).toEqual([['serum-x', 'diwali-serum', 'diwali-balm'], ['holi-mist']]);
  const record = readFileSync(join(content, 'imported.jsonl'), 'utf8');
  rmSync(join(content, 'imported.jsonl'));
  writeFileSync(join(content, 'imported-1.jsonl'), files.get('imported-1.jsonl') ?? '');
  await run(bytes, { replaceSamples: false });
  expect(readFileSync(sales, 'utf8')).toBe(files.get('sales.yaml'));
  expect(readFileSync(join(content, 'imported.jsonl'), 'utf8')).toBe(record);
});

/** The list of one sale. */
const sale = (name: string, from: string, until: string, price: number) =>
  `sales:\n  - name: ${name}\n    from: ${from}\n    until: ${until}\n    price: ${price}\n    products:\n      - serum-x\n`;

test('the sale of a product that was deleted here does not come back either', async () => {
  const bytes =
    Buffer.from(`ID,Type,SKU,Name,Published,Date sale price starts,Date sale price ends,Sale price,Regular price
1,simple,A,Diwali Serum,1,2027-10-20,2027-10-30,99,999
2,simple,B,Diwali Balm,1,,,,499`);
  await run(bytes);
  rmSync(join(content, 'products/diwali-serum'), { recursive: true });
  writeFileSync(join(content, 'sales.yaml'), 'sales: []\n');
  await run(Buffer.from(bytes.toString().replace(',99,', ',149,')), { replaceSamples: false });
  expect(readSales(content)).toEqual([]);
});

const csv = (rows: string) =>
  Buffer.from(`Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price,Image Src,Status
${rows}`);
const balm =
  'balm,Balm,<p>Thick.</p>,Vann,Serum,true,Size,15 g,4,199,https://a.example/1.jpg,active\nbalm,,,,,,,50 g,6,499,https://a.example/2.jpg,\n';
const soap =
  'soap,Soap,<p>Mild.</p>,Vann,Soap bar,true,Title,Default Title,9,80,https://a.example/3.jpg,active\n';

test('without --replace-samples the samples stay; a product that was made here keeps its place', async () => {
  const { report } = await run(
    csv('barrier-cream,Other Cream,,,Serum,true,Title,Default Title,1,5,,active\n'),
    { replaceSamples: false },
  );
  expect(report.products.map(({ id }) => id)).toEqual(['barrier-cream-2']);
  expect(readProducts(content).size).toBe(17);
});

test('a product of the same name that was made here is the same one: what its editor wrote stays', async () => {
  mkdirSync(join(content, 'products/soap'));
  writeFileSync(
    productFile('soap'),
    '---\nplaceholder: true\nname: Soap\nprice: 75\ncategory: cleanser\n---\n',
  );
  const { report } = await run(csv(soap));
  expect(readProducts(content).get('soap')).toMatchObject({ price: 7500, brand: 'Vann' });
  expect(report.products[0]?.findings.map(({ about }) => about)).toEqual(
    expect.arrayContaining(['price', 'category']),
  );
});

test('a category that the shop does not have is added', async () => {
  const { report } = await run(csv(soap));
  expect(report.newCategories).toEqual(['Soap bar']);
  expect(readFileSync(join(content, 'categories/soap-bar.yaml'), 'utf8')).toBe('name: Soap bar\n');
});

describe('a second import', () => {
  beforeEach(async () => {
    await run(csv(balm + soap));
  });

  test('of the same file changes nothing', async () => {
    const before = readFileSync(productFile('balm'), 'utf8');
    const { report } = await run(csv(balm + soap));
    expect(report.done).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    expect(readFileSync(productFile('balm'), 'utf8')).toBe(before);
    expect(mistakes()).toEqual([]);
  });

  test('takes what the export changed, keeps what the editor changed, lists what both did and what is gone', async () => {
    change('balm', 'brand: Vann', 'brand: Ours');
    change('balm', 'Thick.', 'Thick and green.');
    const { report } = await run(csv(balm.replace('Thick.', 'Thin.').replace('499', '549')));
    const text = readFileSync(productFile('balm'), 'utf8');
    expect(text).toContain('price: 549');
    expect(text).toContain('brand: Ours');
    expect(text).toContain('Thick and green.');
    expect(report.products[0]?.findings).toContainEqual({
      severity: 'conflict',
      row: 2,
      about: 'text',
      message: 'the editor’s stays; the export says Thin.',
    });
    expect(report.left).toEqual(['soap']);
    expect(existsSync(productFile('soap'))).toBe(true);
  });

  test('keeps dates as they are written, and names a file that cannot be read', async () => {
    change('balm', 'brand: Vann', 'publishFrom: 2027-01-05\nbrand: Vann');
    await run(csv(balm.replace('499', '549') + soap));
    const text = readFileSync(productFile('balm'), 'utf8');
    expect(text).toContain('price: 549');
    expect(text).toContain('publishFrom: 2027-01-05\n');
    change('soap', 'name: Soap', 'name: [Soap');
    await expect(run(csv(balm + soap))).rejects.toThrow('content/products/soap/index.md: ');
  });

  test('does not bring back what an editor has deleted', async () => {
    rmSync(join(content, 'products/soap'), { recursive: true });
    const { report } = await run(csv(balm + soap));
    expect(report.products.map(({ result }) => result)).toEqual(['unchanged', 'deleted here']);
    expect(existsSync(productFile('soap'))).toBe(false);
  });
});

describe('pictures', () => {
  const picture = () =>
    sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();

  test('one that cannot be had is a gap, and the next run tries it again and nothing else', async () => {
    const asked: string[] = [];
    const source = (broken: RegExp) => (address: string) => {
      asked.push(address);
      if (broken.test(address)) throw new NoPicture('The server answers 503.');
      return picture();
    };
    const { report } = await run(csv(balm), { pictures: source(/1\.jpg/) });
    expect(report.done).toMatchObject({ pictures: 1, gaps: 1 });
    expect(
      readProducts(content)
        .get('balm')
        ?.pictures.map(({ file }) => file),
    ).toEqual(['2.jpg']);
    asked.length = 0;
    await run(csv(balm), { pictures: source(/none/) });
    expect(asked).toEqual(['https://a.example/1.jpg']);
    expect(
      readProducts(content)
        .get('balm')
        ?.pictures.map(({ file }) => file),
    ).toEqual(['1.jpg', '2.jpg']);
    expect(mistakes()).toEqual([]);
  });

  test('an import that is interrupted leaves whole products, and goes on where it was', async () => {
    const power = new Error('no power');
    let left = 9;
    const failing = async () => {
      if (left-- <= 0) throw power;
      return picture();
    };
    const many = Array.from({ length: 20 }, (_, n) => soap.replace('soap,Soap', `soap-${n},Soap ${n}`)).join(
      '',
    );
    await expect(run(csv(many), { pictures: failing })).rejects.toThrow(power);
    expect(mistakes()).toEqual([]);
    const done = [...readImportRecord(content).values()].length;
    expect(done).toBe(9);
    let asked = 0;
    const { report } = await run(csv(many), {
      pictures: async () => {
        asked += 1;
        return picture();
      },
    });
    expect(report.done.added + report.done.unchanged).toBe(20);
    expect(asked).toBe(20 - done);
    expect(readProducts(content).size).toBe(20);
  });
});
