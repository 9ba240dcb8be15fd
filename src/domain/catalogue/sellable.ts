/**
 * What is sold: a product, or each of its sizes and shades. Each has an id, a price and a stock of its own; cart, orders
 * and documents know only sellables (docs/behaviour.md, "Sizes and shades").
 */
import type { Choice } from './options.ts';
import type { ProductContent } from './product-content.ts';
import { sellableId } from './sellable-id.ts';
import type { Variant, VariantKind } from './variant.ts';

/**
 * What is sold: a product without variants, or one variant of a product, with the product's texts.
 * @property group the id of the product, where it has variants
 * @property label of the variant
 * @property kind of the variant
 * @property choices of the variant, by the options of the product; empty where it has none
 * @property swatch the colour of the variant: `#aa4455`
 * @property variantPosition the place of the variant among those of the product, 0 for the first
 */
export type Sellable = Omit<ProductContent, 'variants' | 'options'> & {
  group: string | null;
  label: string | null;
  kind: VariantKind | null;
  choices: Choice[];
  swatch: string | null;
  variantPosition: number;
};

/** The name of a variant in carts, orders and documents: `Mineral Tint, Warm Beige`. */
const nameOf = (product: string, { label }: Variant): string => `${product}, ${label}`;

/** What of a variant takes the place of the product's. */
function sellableOf(
  id: string,
  { variants: _, options, ...product }: ProductContent,
  variant: Variant,
  variantPosition: number,
): Sellable {
  const { price = product.price, picture } = variant;
  const main = product.pictures.find(({ file }) => file === picture);
  // The MRP of another size is not its own.
  const originalPrice =
    variant.originalPrice ?? (variant.price === undefined ? product.originalPrice : undefined);
  return {
    ...product,
    name: nameOf(product.name, variant),
    price,
    originalPrice,
    netQuantity: variant.netQuantity ?? product.netQuantity,
    volume: variant.volume ?? product.volume,
    hsn: variant.hsn ?? product.hsn,
    sku: variant.sku ?? (variant.id ? undefined : product.sku),
    barcode: variant.barcode ?? (variant.id ? undefined : product.barcode),
    weight: variant.weight ?? product.weight,
    trackStock: variant.trackStock ?? product.trackStock,
    openingStock: variant.openingStock ?? (variant.id ? 0 : product.openingStock),
    pictures: main ? [main, ...product.pictures.filter((one) => one !== main)] : product.pictures,
    group: id,
    label: variant.label,
    kind: variant.kind,
    choices: options.map((name, option) => ({ name, value: variant.choices[option] ?? '' })),
    swatch: variant.swatch ?? null,
    variantPosition,
  };
}

/** Pieces of what is not counted, in the database: more than an order can take. */
export const uncountedPieces = 1_000_000;

/** Pieces with which a product begins. */
export const firstStock = ({
  trackStock,
  openingStock,
}: Pick<Sellable, 'trackStock' | 'openingStock'>): number =>
  trackStock === 'counted' ? openingStock : uncountedPieces;

/** What a product without variants has of one. */
const noVariant = { group: null, label: null, kind: null, choices: [], swatch: null, variantPosition: 0 };

/** What is sold of a product, by its id; first the one that shoppers see first. */
export function sellablesOf(id: string, product: ProductContent): [id: string, sellable: Sellable][] {
  const { variants, options: _, ...only } = product;
  if (!variants.length) return [[id, { ...only, ...noVariant }]];
  return variants.map((variant, position) => [
    sellableId(id, variant.id),
    sellableOf(id, product, variant, position),
  ]);
}

/** All that is sold, by id. */
export const allSellables = (products: ReadonlyMap<string, ProductContent>): Map<string, Sellable> =>
  new Map([...products].flatMap(([id, product]) => sellablesOf(id, product)));
