import { describe, expect, it } from 'vitest';
import type { ApiProduct } from '#domain/catalogue/product.ts';
import { readStore } from '#tools/lib/content.ts';
import { escapeXml, feedCategories, merchantFeed as feedOf } from './merchant.ts';

const store = {
  ...readStore(),
  url: 'https://shop.example',
  delivery: { ...readStore().delivery, fee: 4_900, freeFrom: 49_900 },
};
const categories = feedCategories(
  new Map([
    ['face', { name: 'Face', googleCategory: 'Health & Beauty > Skin Care' }],
    ['cleanser', { name: 'Cleansers', parent: 'face' }],
    ['soap', { name: 'Soaps', parent: 'cleanser', googleCategory: 'Bar Soap' }],
    ['neem-comb', { name: 'Combs' }],
  ]),
);
const merchantFeed = (products: ApiProduct[], of: typeof store, origins: string[] = []) =>
  feedOf(products, { store: of, categories, originsOf: () => origins });
const product = {
  _id: 'neem-bar',
  name: 'Neem & Salt Bar',
  brand: 'Harita',
  category: 'cleanser',
  description: 'For <oily> skin, "daily".',
  price: 249.5,
  originalPrice: 300,
  image: ['/media/products/neem-bar/1.jpg', '/media/products/neem-bar/2.jpg'],
  stock: 3,
  volume: null,
  choices: [] as ApiProduct['choices'],
} as ApiProduct;

describe('escapeXml', () => {
  it.each([
    ['a & b < c > d', 'a &amp; b &lt; c &gt; d'],
    [`"it's"`, '&quot;it&apos;s&quot;'],
    ['&amp;', '&amp;amp;'],
    ['₹ é 🌿', '₹ é 🌿'],
    ['a\u0000b\u000bc\u001fd', 'abcd'],
    ['half \ud83c of a pair', 'half  of a pair'],
    ['tab\tand\nline', 'tab\tand\nline'],
  ])('%j', (text, escaped) => expect(escapeXml(text)).toBe(escaped));
});

describe('merchantFeed', () => {
  it.each([
    ['cleanser', 'Face &gt; Cleansers', 'Health &amp; Beauty &gt; Skin Care'],
    ['soap', 'Face &gt; Cleansers &gt; Soaps', 'Bar Soap'],
    ['neem comb', 'Combs', undefined],
    ['of nobody', 'of nobody', undefined],
  ])('has the category of %j from content', (category, path, google) => {
    const feed = merchantFeed([{ ...product, category } as ApiProduct], store);
    expect(/<g:product_type>(.*?)</.exec(feed)?.[1]).toBe(path);
    expect(/<g:google_product_category>(.*?)</.exec(feed)?.[1]).toBe(google);
  });

  it('has the price with two decimals and the currency', () => {
    expect(merchantFeed([product], store)).toContain('<g:price>249.50 INR</g:price>');
  });

  it('has a delivery price below the threshold, and none from it', () => {
    const feeFor = (price: number) =>
      /<g:shipping>.*?<g:price>(.*?)<\/g:price>/.exec(merchantFeed([{ ...product, price }], store))?.[1];
    expect(feeFor(498.99)).toBe('49.00 INR');
    expect(feeFor(499)).toBe('0.00 INR');
  });

  it('has absolute URLs of the shop', () => {
    const feed = merchantFeed([product], store);
    expect(feed).toContain('<g:link>https://shop.example/product/neem-bar</g:link>');
    expect(feed).toContain('<g:image_link>https://shop.example/media/products/neem-bar/1.jpg</g:image_link>');
    expect(feed).toContain('<g:additional_image_link>https://shop.example/media/products/neem-bar/2.jpg<');
  });

  it('has the choices of a size that Google has a field for', () => {
    const choices = [
      { name: 'Colour', value: 'Red & white' },
      { name: 'Scent', value: 'Rose' },
      { name: 'Fabric', value: 'Linen' },
    ];
    const feed = merchantFeed(
      [{ ...product, group: 'neem-bar', label: 'Red', kind: 'size', choices }],
      store,
    );
    expect(feed).toContain('<g:item_group_id>neem-bar</g:item_group_id>');
    expect(feed).toContain('<g:color>Red &amp; white</g:color>');
    expect(feed).toContain('<g:material>Linen</g:material>');
    expect(feed).not.toMatch(/<g:size>|Rose/);
  });

  it('marks a sold-out product', () => {
    expect(merchantFeed([product], store)).toContain('<g:availability>in_stock<');
    expect(merchantFeed([{ ...product, stock: 0 }], store)).toContain('<g:availability>out_of_stock<');
  });

  it('has a volume only if the product has one', () => {
    expect(merchantFeed([product], store)).not.toContain('unit_pricing_measure');
    expect(merchantFeed([{ ...product, volume: 30 }], store)).toContain('<g:unit_pricing_measure>30 ml<');
  });

  it('names the countries that are known', () => {
    expect(merchantFeed([product], store)).not.toContain('product_detail');
    expect(merchantFeed([product], store, ['India', 'South Korea'])).toContain(
      '<g:attribute_name>Country of origin</g:attribute_name><g:attribute_value>India, South Korea</g:attribute_value>',
    );
  });

  it('escapes text of content', () => {
    const feed = merchantFeed([product], store);
    expect(feed).toContain('<g:title>Harita Neem &amp; Salt Bar</g:title>');
    expect(feed).toContain('For &lt;oily&gt; skin, &quot;daily&quot;.');
  });
});
