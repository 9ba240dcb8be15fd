/**
 * What a product of the catalogue still lacks. It is published in spite of it: the list says what shoppers, search
 * engines, the law or the tax office miss, and what to do. Mistakes, which stop the build, are found by the schema and
 * tools/lib/check-content.ts.
 */
import type { Store } from '#domain/store/store.ts';
import { ratesAt, usualGoods } from '#domain/tax/tax.ts';
import type { ShopTax } from '#domain/tax/tax-content.ts';
import { keysOf } from '#lib/keys.ts';
import { slugOfCategory } from './category.ts';
import { importerOf, isImported, makerOf, type Origin, originOf } from './origin.ts';
import type { ProductContent } from './product-content.ts';

/** How much a gap stops: everything, the sale of the product, a deployment that is not told otherwise, or nothing. */
export const severities = {
  build: 'Stops the build',
  sale: 'Stops a sale',
  sample: 'Sample',
  incomplete: 'Incomplete',
} as const;

export type Severity = keyof typeof severities;

/** @property field of the file: `pictures.0.alt` @property reason and @property remedy are sentences */
export type Gap = { severity: Severity; field: string; reason: string; remedy: string };

/** @property file in the repository: `content/products/<id>/index.md` */
export type ListedGap = Gap & { file: string };

/** A gap that several files have. */
export type SharedGap = Gap & { files: string[] };

/** The gaps of each severity, those first that stop most; also a severity without gaps. */
export const bySeverity = <T extends Gap>(gaps: readonly T[]): [Severity, T[]][] =>
  keysOf(severities).map((severity) => [severity, gaps.filter((gap) => gap.severity === severity)]);

/** Gaps in their order within each severity, those first that stop most. */
export const sortBySeverity = <T extends Gap>(gaps: readonly T[]): T[] =>
  bySeverity(gaps).flatMap(([, own]) => own);

/** The gaps of all files, each once: those first that stop most, then those of most files. */
export function shareGaps(gaps: readonly ListedGap[]): SharedGap[] {
  const same = Map.groupBy(gaps, ({ severity, field, reason, remedy }) =>
    JSON.stringify([severity, field, reason, remedy]),
  );
  const shared = [...same.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { file, ...gap } = first;
    return [{ ...gap, files: [file, ...others.map((one) => one.file)] }];
  });
  return sortBySeverity(shared.sort((a, b) => b.files.length - a.files.length));
}

/** The list of a build. @property withoutPage ids of the products that have no page, since they are not sold */
export type GapsOfBuild = { gaps: SharedGap[]; withoutPage: string[] };

/** The file of {@link GapsOfBuild}, which only the Worker reads: it names drafts too. */
export const gapsFile = '/api/desk/gaps.json';

/**
 * What a product is held against: the codes and rates of the shop, with the time for which a rate is needed, UTC ms; its
 * own facts for labels; and the other products, for kits.
 */
export type GapFacts = {
  tax: Pick<ShopTax, 'defaults' | 'goods'>;
  at: number;
  store: Pick<Store, 'countryOfOrigin' | 'manufacturer' | 'importer'>;
  products: ReadonlyMap<string, ProductContent>;
};

const incomplete = (field: string, reason: string, remedy: string): Gap => ({
  severity: 'incomplete',
  field,
  reason,
  remedy,
});

/** Code and rate: every invoice has both, but perhaps not those of these goods. */
function taxGaps({ hsn, category }: ProductContent, { tax, at }: GapFacts): Gap[] {
  const usual = usualGoods(tax.defaults, category);
  const code = hsn ?? usual.hsn;
  const gaps: Gap[] = [];
  if (!hsn && !('category' in usual))
    gaps.push(
      incomplete(
        'hsn',
        `Invoices have the code of all goods without one, ${code}.`,
        `Add the code of the product here, or that of all of its category in content/categories/${slugOfCategory(category)}.yaml.`,
      ),
    );
  if (ratesAt(tax, at)[code] === undefined)
    gaps.push({
      severity: 'sale',
      field: 'hsn',
      reason: `${code} has no rate of GST today, so an invoice would have that of other goods.`,
      remedy: 'Add the rate with its first day to content/tax.yaml.',
    });
  return gaps;
}

/** What a label has to say in India (Legal Metrology rules for packages, and the cosmetics rules). */
function labelGaps(product: ProductContent): Gap[] {
  const law = (field: 'commonName' | 'netQuantity' | 'bestBefore', what: string, example: string) =>
    product[field]
      ? []
      : [
          incomplete(
            field,
            `The law wants ${what} beside a product that is sold online.`,
            `Add it: ${example}.`,
          ),
        ];
  return [
    ...(product.originalPrice === undefined
      ? [
          incomplete(
            'originalPrice',
            'The law wants the MRP beside a product that is sold online; the page says only the price.',
            'Add the MRP as on the pack, also where it is the price.',
          ),
        ]
      : []),
    ...law('netQuantity', 'the net quantity', '30 ml'),
    ...law('commonName', 'the common name', 'Face serum'),
    ...law('bestBefore', 'a date or a time of use', '24 months from manufacture'),
    ...(product.ingredients || product.parts
      ? []
      : [
          incomplete(
            'ingredients',
            'The list of ingredients is not known, so filters and My skin say nothing of the product.',
            'Add the whole list as printed on the pack.',
          ),
        ]),
  ];
}

/** Country, importer and maker. */
function originGaps(product: ProductContent, { store, products }: GapFacts): Gap[] {
  const origin: Origin = originOf(product, store, (id) => products.get(id));
  const label = { ...product, origin };
  const remedy = 'Write the name or code of a country: South Korea, or KR; several with commas.';
  const gaps: Gap[] = [];
  const add = (...gap: Parameters<typeof incomplete>) => void gaps.push(incomplete(...gap));
  if (!origin.text)
    add(
      'countryOfOrigin',
      'The law wants the country of origin beside a product that is sold online.',
      'Add it here, or for all products in content/store.yaml.',
    );
  else if (!origin.codes.length)
    add(
      'countryOfOrigin',
      `“${origin.text}” names no country that is known, so no filter for the country of origin shows the product.`,
      product.countryOfOrigin
        ? remedy
        : `${remedy} It stands in content/store.yaml, or in a product of the kit.`,
    );
  if (isImported(origin) && !importerOf(label, store))
    add(
      'importer',
      `The law wants the importer’s name and address beside what comes from ${origin.text}.`,
      'Add both here, or for all products as the importer in content/store.yaml.',
    );
  if (!makerOf(label, store) && !product.parts)
    add(
      'manufacturer',
      isImported(origin)
        ? `The label does not say who made it in ${origin.text}: the shop’s own manufacturer did not.`
        : 'The label does not say who made it.',
      'Add the name and address of the manufacturer as on the pack.',
    );
  return gaps;
}

function pictureGaps({ pictures }: ProductContent): Gap[] {
  if (!pictures.length)
    return [
      incomplete(
        'pictures',
        'The shop draws a picture, which neither search engines nor the feed show.',
        'Add a photograph: a square of 1200 px or more.',
      ),
    ];
  return pictures.flatMap(({ alt }, n) =>
    alt
      ? []
      : [
          incomplete(
            `pictures.${n}.alt`,
            'People who cannot see the picture hear only the name of the product.',
            'Say in a sentence what can be seen.',
          ),
        ],
  );
}

/** What shoppers and search engines miss. */
function contentGaps(product: ProductContent): Gap[] {
  const { description, brand, skinTypes, tags, howToUse, category, parts } = product;
  const gap = (isMissing: boolean, ...[field, reason, remedy]: Parameters<typeof incomplete>) =>
    isMissing ? [incomplete(field, reason, remedy)] : [];
  return [
    ...gap(
      !description,
      'description',
      'Cards, search and search engines have no sentence about the product.',
      'Write two or three sentences, here or as the text below.',
    ),
    ...gap(!brand, 'brand', 'Search and search engines do not know the brand.', 'Add it as on the pack.'),
    ...gap(
      !skinTypes.length,
      'skinTypes',
      'No filter for a skin type shows the product.',
      'Name the skin types for which it is made, if it is made for some or for all.',
    ),
    ...gap(
      !tags.length,
      'tags',
      'A search for what it helps with does not find the product.',
      'Add names of content/search.yaml, the strongest first.',
    ),
    ...gap(
      !howToUse.length && category !== 'kit',
      'howToUse',
      'The page does not say how the product is used.',
      'Add the steps as on the pack.',
    ),
    ...gap(
      !product.routine && !parts,
      'routine',
      'The planner of routines does not offer the product.',
      'Say how it is used in a routine, if it is.',
    ),
    ...gap(
      category === 'kit' && !parts,
      'parts',
      'Page and invoice do not say what the kit holds.',
      'Name its products.',
    ),
  ];
}

/**
 * The gaps of a product, those first that stop most.
 * @param product as it is read: with the description that was taken from its text
 */
export const gapsOf = (product: ProductContent, shop: GapFacts): Gap[] =>
  sortBySeverity([
    ...taxGaps(product, shop),
    ...labelGaps(product),
    ...originGaps(product, shop),
    ...pictureGaps(product),
    ...contentGaps(product),
  ]);
