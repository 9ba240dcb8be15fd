/** A product as it is stored, and as the API says it. What editors write is in product-content.ts. */
import { type Sale, shownPrice } from '#domain/pricing/sale.ts';
import type { Paise, Rupees } from '#lib/money.ts';
import type { Origin } from './origin.ts';
import type { ProductContent } from './product-content.ts';
import { newUntil } from './publication.ts';
import { type Sellable, sellablesOf } from './sellable.ts';
import { productName, productOf } from './sellable-id.ts';

/** A value as the database and JSON hold it: any text, empty or null where the editor left the field out. */
type Stored<T> = T extends undefined
  ? null
  : T extends string
    ? string
    : T extends readonly string[]
      ? string[]
      : T;

/** Fields that always have a value in the database and in the API. */
type FilledFields = {
  /** The MRP; without one, the price. */
  originalPrice: Paise;
  /** Empty where nothing is claimed. */
  skinType: string;
};

/** A product's fields as they are stored. Amounts are paise. */
export type StoredProduct = {
  [Name in keyof Omit<Sellable, keyof FilledFields>]-?: Stored<Sellable[Name]>;
} & FilledFields;

/** A product with the fields that the database always holds. */
export const withFilled = <T extends Pick<ProductContent, 'price' | keyof FilledFields>>(
  product: T,
): Omit<T, keyof FilledFields> & FilledFields => ({
  ...product,
  originalPrice: product.originalPrice ?? product.price,
  skinType: product.skinType ?? '',
});

/** The fields of a card. Every card is sent to phones with these fields, so they are few. */
export const cardFieldNames = [
  'name',
  'category',
  'brand',
  'description',
  'features',
  'spf',
  'bestseller',
  'skinType',
  'skinTypes',
  'price',
  'originalPrice',
] as const satisfies (keyof ProductContent)[];

/** The fields that `/api/product` returns. */
export const apiFieldNames = [
  ...cardFieldNames,
  'benefits',
  'keyIngredients',
  'volume',
  'group',
  'label',
  'kind',
  'choices',
  'swatch',
  'sku',
  'barcode',
] as const satisfies (keyof Sellable)[];

type CardFieldName = (typeof cardFieldNames)[number];

/** A size or shade as cards and the search know it. @property id of what is sold */
export type CardVariant = { id: string; label: string; swatch?: string };

/**
 * The fields of a product for the collection, search and cards. Amounts are paise.
 * @property variants null for a product that is sold as it is; else price and MRP are those of the cheapest
 * @property varies whether the variants have different prices @property cheapest the id of the cheapest
 * @property hasSales whether it is or will be in a sale; only of a product without variants
 * @property onSale whether a sale makes the price of one of its variants, or its own
 * @property newUntil until when it is a new arrival, UTC ms; of a product without a first day undefined
 */
export type CardProduct = { id: string; order: number } & Pick<StoredProduct, CardFieldName> & {
    variants?: readonly CardVariant[] | null;
    varies?: boolean;
    cheapest?: string;
    hasSales?: boolean;
    onSale?: boolean;
    newUntil?: number;
  };

/** Price and MRP of the cheapest, and whether the prices differ. @param sold at least one; amounts are paise */
export function cheapestOf(sold: readonly { id: string; price: Paise; originalPrice: Paise }[]) {
  const [lowest] = sold.toSorted((a, b) => a.price - b.price);
  const { id: cheapest = '', price = 0, originalPrice = 0 } = lowest ?? {};
  return { price, originalPrice, cheapest, varies: sold.some((one) => one.price !== price) };
}

/** Price and MRP of the cheapest variant, and what a card says of all of them. */
function cardVariants(id: string, product: ProductContent) {
  if (!product.variants.length) return { variants: null, varies: false };
  const sold = sellablesOf(id, product).map(([variant, { price, originalPrice = price }]) => ({
    id: variant,
    price,
    originalPrice,
  }));
  return {
    ...cheapestOf(sold),
    variants: sold.map((variant, n): CardVariant => {
      const { label = '', swatch } = product.variants[n] ?? {};
      return { id: variant.id, label, ...(swatch && { swatch }) };
    }),
  };
}

/**
 * A product as a build knows it. @property usualPrice without a sale, paise
 * @property sales those that are not over @property priceUntil when the sale ends that makes the price, UTC ms
 */
export type BuiltProduct = ProductContent & {
  usualPrice: Paise;
  sales: readonly Sale[];
  priceUntil: number | undefined;
  origin: Origin;
};

/** A product with its price at a time. @param origin of it @param sales that name it @param at UTC ms */
export function builtProduct(
  product: ProductContent,
  origin: Origin,
  sales: readonly Sale[],
  at: number,
): BuiltProduct {
  const { price: usualPrice, originalPrice } = withFilled(product);
  const coming = sales.filter(({ until }) => until > at);
  const { price, sale } = shownPrice({ price: usualPrice, originalPrice, sales: coming }, [], at);
  return { ...product, price, usualPrice, sales: coming, priceUntil: sale?.until, origin };
}

/** @param product also as content has it, without sales */
export function toCardProduct(id: string, product: ProductContent & Partial<BuiltProduct>): CardProduct {
  const filled = withFilled(product);
  const fields = Object.fromEntries(cardFieldNames.map((name) => [name, filled[name] ?? null]));
  const { sales = [], variants, order } = product;
  return {
    id,
    ...(fields as Pick<StoredProduct, CardFieldName>),
    ...cardVariants(id, product),
    ...(sales.length && !variants.length && { hasSales: true }),
    ...(product.priceUntil !== undefined && { onSale: true }),
    ...(product.publishFrom && { newUntil: newUntil(product.publishFrom) }),
    order,
  };
}

/** Fields that `/api/product/*` returns in another form than content has them. Amounts are rupees. */
type ConvertedFields = {
  price: Rupees;
  originalPrice: Rupees;
  /** One a line. */
  benefits: string;
  /** One a line. */
  keyIngredients: string;
};

/**
 * The sale that is on. @property from and @property until ISO 8601: its first moment, and the first after it
 * @property before rupees: the lowest price of the 30 days before it; null if it was not sold then
 */
export type ApiSale = { name: string; from: string; until: string; before: Rupees | null };

/** A product as `/api/product/*` answers it. Amounts are rupees. */
export type ApiProduct = Omit<Pick<StoredProduct, (typeof apiFieldNames)[number]>, keyof ConvertedFields> &
  ConvertedFields & {
    _id: string;
    /** per cent */
    discount: number;
    /** Makes the price; null without one. */
    sale: ApiSale | null;
    image: string[];
    /** 0 without reviews. */
    rating: number;
    reviews: number;
    stock: number;
    /** Why it is not sold at the moment; null while it is. */
    paused: string | null;
    /** No longer sold; kept because orders refer to it. */
    retired: boolean;
  };

/** Each product once, with its own name: price and stock are those of the size or shade that has its id. */
export const oneForEach = (items: readonly ApiProduct[]): ApiProduct[] =>
  items
    .filter(({ _id }) => productOf(_id) === _id)
    .map((item) => ({ ...item, name: productName(item.name, item.label) }));

/** The answer about one product. @property variants its sizes and shades that are sold; empty where it has none */
export type WithVariants = { product: ApiProduct; variants: ApiProduct[] };

/** @param rows of one product, in the order of content @param id of what is asked for */
export function withVariants(rows: readonly ApiProduct[], id: string): WithVariants | undefined {
  const product = rows.find(({ _id }) => _id === id);
  return product && { product, variants: rows.filter(({ group, retired }) => group !== null && !retired) };
}

/** A product in a search response (`GET /api/product/search`): the fields of its card. */
export type FoundProduct = Pick<ApiProduct, CardFieldName | '_id' | 'discount' | 'image'> &
  Pick<CardProduct, 'variants' | 'varies'>;

/** What changes without a build and is patched into pre-rendered pages. */
export type LiveProduct = Pick<
  ApiProduct,
  'stock' | 'rating' | 'reviews' | 'paused' | 'retired' | 'price' | 'originalPrice' | 'sale'
> & {
  /** What the best listed code takes off one piece, or from which subtotal. */
  offer?: string;
  /** When the next sale of it begins (ISO 8601). */
  nextSale?: string;
};
