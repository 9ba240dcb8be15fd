/** A product in shades and one in sizes, which no other test knows. */
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { productContent } from '#domain/catalogue/product-content.ts';

/** What is sold of them. */
export const rose = 'velvet-tint';
export const plum = 'velvet-tint--plum';
export const large = 'seed-wash--250-ml';

export const productsInVariants = (): Map<string, ProductContent> =>
  new Map([
    [
      'velvet-tint',
      productContent.parse({
        name: 'Velvet Tint',
        price: 300,
        originalPrice: 400,
        category: 'sunscreen',
        brand: 'Ojas',
        placeholder: true,
        openingStock: 5,
        barcode: '4006381333931',
        variants: [
          { label: 'Rose', kind: 'shade', swatch: '#b4555f' },
          { id: 'plum', label: 'Plum', kind: 'shade', swatch: '#5f2f45', openingStock: 2, sku: 'VT-P' },
        ],
      }),
    ],
    [
      'seed-wash',
      productContent.parse({
        name: 'सीड वॉश',
        price: 200,
        category: 'cleanser',
        placeholder: true,
        netQuantity: '100 ml',
        openingStock: 3,
        variants: [
          { label: '100 ml' },
          {
            id: '250-ml',
            label: '250 ml',
            price: 450,
            netQuantity: '250 ml',
            hsn: '340130',
            openingStock: 4,
          },
        ],
      }),
    ],
  ]);
