/** Shops of other people, built from their own content: hair care, a single product for cash, and three brands with 300 products. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { parseHtml, textOf } from '../built/pages.ts';
import { linkChecker } from '../support/dead-links.ts';
import { randomFrom } from '../support/random.ts';
import { buildCopy, writeProduct } from '../support/shop-copy.ts';
import { type Switch, switchOff } from '../support/switches.ts';

type Group = { name: string; googleCategory?: string };
type Product = { name: string; price: number; category: string; brand?: string };

/** What a shop sells: its own categories, brands and products in place of the samples. */
type Goods = { categories: Record<string, Group>; products: Record<string, Product> };

function sell(content: string, { categories, products }: Goods): void {
  for (const folder of ['products', 'categories', 'brands']) {
    rmSync(join(content, folder), { recursive: true });
    mkdirSync(join(content, folder));
  }
  for (const [slug, category] of Object.entries(categories))
    writeFileSync(join(content, 'categories', `${slug}.yaml`), stringify(category));
  for (const [id, product] of Object.entries(products))
    writeProduct(content, id, { ...product, placeholder: true }, '\nMade in small batches.\n');
}

const hair = 'Health & Beauty > Personal Care > Hair Care';
const combs: Goods = {
  categories: {
    'hair-oil': { name: 'Hair oils', googleCategory: hair },
    shampoo: { name: 'Shampoos', googleCategory: hair },
    comb: { name: 'Combs', googleCategory: `${hair} > Hair Styling Tools > Combs & Brushes` },
  },
  products: {
    'neem-comb': { name: 'Neem Comb', price: 249, category: 'comb', brand: 'Kesh' },
    'bhringraj-oil': { name: 'Bhringraj Oil', price: 449, category: 'hair oil', brand: 'Kesh' },
    'shikakai-wash': { name: 'शिकाकाई Wash', price: 349.5, category: 'shampoo', brand: 'Kesh' },
  },
};

const one: Goods = {
  categories: { soap: { name: 'Soaps' } },
  products: { 'the-soap': { name: 'The Soap', price: 99, category: 'soap' } },
};

const dice = randomFrom(7);
const brands = ['Ananta', 'Ö & Söhne', "L'Oiseau"];
const kinds = ['serum', 'cleanser', 'mask', 'sunscreen'];
const many: Goods = {
  categories: Object.fromEntries(kinds.map((kind) => [kind, { name: `All ${kind}s` }])),
  products: Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => [
      `thing-${n}`,
      {
        name: `Thing ${n} of ${'long '.repeat(dice.between(0, 8))}name`,
        price: dice.between(1, 9_999),
        category: kinds[n % kinds.length] ?? '',
        brand: brands[n % brands.length] ?? '',
      },
    ]),
  ),
};

const shops: [name: string, goods: Goods, off: Switch[]][] = [
  ['hair care without skin', combs, ['skin', 'routine', 'ingredients', 'results']],
  ['a single product, for cash only', one, ['razorpay', 'stripe', 'skin', 'reviews', 'wishlist', 'journal']],
  ['300 products of three brands', many, []],
];

describe.each(shops)('%s', (_, goods, off) => {
  let copy: Awaited<ReturnType<typeof buildCopy>> | undefined;
  const html = (page: string) => readFileSync(join(copy?.pages ?? '', `${page}.html`), 'utf8');
  const said = (page: string) => {
    const [main] = parseHtml(html(page).replace(/<(script|style)\b.*?<\/\1>/gs, '')).find('main');
    return textOf(main ?? null);
  };

  beforeAll(async () => {
    copy = await buildCopy((content) => {
      switchOff(content, off);
      sell(content, goods);
    });
  }, 400_000);
  afterAll(() => copy?.remove(), 60_000);

  test('links to no page that is not there', () => {
    expect(linkChecker(copy?.pages ?? '').allDeadLinks()).toEqual([]);
  });

  test('has a page for each product and category, and says nothing of samples that it does not sell', () => {
    for (const [id, { name }] of Object.entries(goods.products))
      expect(said(`product/${id}`)).toContain(name);
    for (const [slug, { name }] of Object.entries(goods.categories))
      expect(said(`category/${slug}`)).toContain(name);
    expect(said('collection')).toContain('All Products');
    for (const page of ['index', 'collection'])
      expect(html(page)).not.toMatch(/\/product\/(vitamin-c-glow-serum|rose-balance-toner)/);
  });

  test('offers no filter that finds nothing', () => {
    const names = said('collection');
    if (off.includes('skin')) expect(names).not.toMatch(/Skin type|My skin/);
    if (off.includes('ingredients')) expect(names).not.toMatch(/Free from|Any ingredient/);
  });

  test('names only the ways to pay that it has', () => {
    const [footer] = parseHtml(html('index')).find('footer');
    const words = textOf(footer ?? null);
    expect(words).toContain('cash on delivery');
    expect(/Razorpay|UPI/.test(html('index').split('<footer')[1] ?? '')).toBe(!off.includes('razorpay'));
  });
});
