/** The report of an import or of its dry run. For each product: what comes over, what is guessed, what is missing. */

import type { LabelTexts } from 'shop-import/label-columns';
import type { ImportedProduct } from 'shop-import/product';
import type { ImportedCatalogue } from 'shop-import/read-catalogue';
import type * as z from 'zod';
import { isImported, readOrigin } from '#domain/catalogue/origin.ts';
import { metafieldLabels } from '#domain/catalogue/product-metafields.ts';
import { formatPrice } from '#lib/money.ts';
import { findingLine, type ImportFinding, tally } from './finding.ts';
import type { OwnProduct } from './own-fields.ts';
import { type ImportPlan, isRefused } from './plan.ts';
import { type PlannedProduct, picturesOf, textOf } from './product-file.ts';

/**
 * The result of one product.
 * @property pictures number of its pictures in the shop
 * @property gaps pictures that are missing, with the reason
 * @property findings conflicts between editor and export, and mistakes that the schema finds
 */
export type Outcome = {
  result: 'added' | 'updated' | 'unchanged' | 'deleted here' | 'in the shop' | 'refused';
  pictures: number;
  gaps: { address: string; reason: string }[];
  findings: ImportFinding[];
};

/** The rest of a result that has no picture and no finding. */
export const withoutPictures = { pictures: 0, gaps: [], findings: [] } satisfies Partial<Outcome>;

/** What the schema of products says of a file. @param row of the product in the export */
export const mistakeFindings = ({ issues }: z.ZodError, row: number): ImportFinding[] =>
  issues.map(({ path, message }) => ({
    severity: 'refused',
    row,
    message: `${path.join('.') || 'the product'}: ${message}`,
  }));

/** By key of the product. */
export type Outcomes = ReadonlyMap<string, Outcome>;

export type ProductReport = {
  name: string;
  id: string;
  row: number;
  status: NonNullable<ImportedProduct['status']> | 'refused';
  result: Outcome['result'] | undefined;
  /** `price ₹499.00`, `4 pictures`, `30 sizes and shades`. */
  over: string[];
  findings: ImportFinding[];
};

export type ImportReport = {
  format: ImportedCatalogue['format'];
  encoding: string;
  /** What of the file is not read. */
  notes: string[];
  questions: ImportedCatalogue['questions'];
  counts: Record<
    'rows' | 'products' | 'variants' | 'pictures' | 'published' | 'draft' | 'retired' | 'refused',
    number
  >;
  isDry: boolean;
  /** Counts of the results; of a dry run, those that `--write` would have. */
  done: Record<'added' | 'updated' | 'unchanged' | 'pictures' | 'gaps', number>;
  left: string[];
  newCategories: string[];
  products: ProductReport[];
};

const countOf = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** `₹499.00`, or the lowest and the highest price: `₹499.00 to ₹1,299.00`. */
function priceText({ variants }: ImportedProduct): string {
  const prices = variants.map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  return low === high ? formatPrice(low) : `${formatPrice(low)} to ${formatPrice(high)}`;
}

/** Fields of an export of this shop, as the editor calls them: `claims on the card`. */
const ownNames = ({ values }: OwnProduct): string[] =>
  Object.keys(values)
    .filter((name) => name !== 'category')
    .map((name) => (metafieldLabels.product[name] ?? name).toLowerCase());

function overOf(plan: PlannedProduct): string[] {
  const { product, body, words, category, sales, options, own } = plan;
  const text = textOf(plan);
  const { brand, variants, seoTitle, seoDescription, label } = product;
  const pictures = picturesOf(product).length;
  const discounted = variants.filter(({ originalPrice }) => originalPrice).length;
  const counted = variants.flatMap(({ stock }) => (typeof stock === 'number' ? [stock] : []));
  const pieces = counted.reduce((sum, stock) => sum + stock, 0);
  const tags = words.tags.length + words.skins.length;
  return [
    variants.length > 0 && `price ${priceText(product)}`,
    discounted > 0 && 'price before',
    `category ${category.name}`,
    brand && `brand ${brand}`,
    variants.length > 1 && countOf(variants.length, 'size or shade', 'sizes and shades'),
    options.length > 0 && `options ${options.join(', ')}`,
    pictures > 0 && countOf(pictures, 'picture', 'pictures'),
    text && `description of ${text.length} characters`,
    body.benefits.length > 0 && countOf(body.benefits.length, 'benefit', 'benefits'),
    body.howToUse.length > 0 && countOf(body.howToUse.length, 'step of use', 'steps of use'),
    body.ingredients && 'ingredients',
    counted.length > 0 && countOf(pieces, 'piece in stock', 'pieces in stock'),
    variants.some(({ stock }) => stock === 'not counted') && 'stock that is not counted',
    sales.length > 0 && countOf(sales.length, 'sale with dates', 'sales with dates'),
    variants.some(({ sku }) => sku) && 'SKU',
    variants.some(({ barcode }) => barcode) && 'barcode',
    variants.some(({ grams }) => grams) && 'weight',
    tags > 0 && countOf(tags, 'tag for search', 'tags for search'),
    seoTitle && 'title for search engines',
    seoDescription && 'description for search engines',
    label.countryOfOrigin && `country of origin ${readOrigin(label.countryOfOrigin).text}`,
    label.importer && 'importer',
    label.manufacturer && 'manufacturer',
    ...ownNames(own),
  ].filter((part): part is string => Boolean(part));
}

/** What the law wants of imported goods. */
function originMissing({ countryOfOrigin, importer }: LabelTexts) {
  const origin = readOrigin(countryOfOrigin);
  return [
    countryOfOrigin &&
      !origin.codes.length &&
      `“${countryOfOrigin}” names no country, so no filter for the country of origin shows the product.`,
    isImported(origin) && !importer && 'It is imported, and the file does not say by whom.',
  ];
}

function missingOf(plan: PlannedProduct): ImportFinding[] {
  const { product, body, category, own } = plan;
  const missing = [
    !picturesOf(product).length && 'There is no picture: the shop shows a designed placeholder.',
    category.name === 'other' && 'There is no product type: please choose a category.',
    !textOf(plan) && 'There is no description.',
    !body.ingredients && !own.values.ingredients && 'There is no list of ingredients.',
    ...originMissing(product.label),
    product.variants.some(({ stock }) => stock === undefined) &&
      'The file does not say its stock: it starts with 0 pieces.',
  ];
  return missing
    .filter((message): message is string => Boolean(message))
    .map((message) => ({ severity: 'missing', row: product.row, message }));
}

/** Texts that other fields hold already: the report leaves them out. */
const silent = new Set(['Product type', 'Product category', 'Options', 'Sales']);

const keptOf = ({ product, kept }: PlannedProduct): ImportFinding[] =>
  Object.entries(kept).flatMap(([column, message]): ImportFinding[] =>
    silent.has(column) ? [] : [{ severity: 'kept', row: product.row, column, message }],
  );

function reportProduct(plan: PlannedProduct, outcome: Outcome | undefined): ProductReport {
  const { product, id } = plan;
  const gaps = (outcome?.gaps ?? []).map(
    ({ address, reason }): ImportFinding => ({
      severity: 'missing',
      row: product.row,
      about: address,
      message: reason,
    }),
  );
  const refused = isRefused(product) || outcome?.result === 'refused';
  const found = [...product.findings, ...(outcome?.findings ?? [])];
  return {
    name: product.name || 'No name',
    id,
    row: product.row,
    status: refused ? 'refused' : (product.status ?? 'published'),
    result: outcome?.result,
    over: overOf(plan),
    findings: refused
      ? found.filter(({ severity }) => severity === 'refused')
      : [...found, ...missingOf(plan), ...gaps, ...keptOf(plan)],
  };
}

/** The report of an import. @param isDry whether nothing was written */
export function reportImport(plan: ImportPlan, outcomes: Outcomes, isDry: boolean): ImportReport {
  const products = plan.products.map((one) => reportProduct(one, outcomes.get(one.key)));
  const withStatus = (status: ProductReport['status']) =>
    products.filter((one) => one.status === status).length;
  const all = [...outcomes.values()];
  const withResult = (result: Outcome['result']) => all.filter((one) => one.result === result).length;
  const sum = (count: (plan: PlannedProduct) => number) =>
    plan.products.reduce((total, one) => total + count(one), 0);
  return {
    format: plan.catalogue.format,
    encoding: plan.catalogue.encoding,
    notes: plan.catalogue.notes,
    questions: plan.catalogue.questions,
    counts: {
      rows: plan.catalogue.rows,
      products: products.length,
      variants: sum(({ product }) => product.variants.length),
      pictures: sum(({ product }) => picturesOf(product).length),
      published: withStatus('published'),
      draft: withStatus('draft'),
      retired: withStatus('retired'),
      refused: withStatus('refused'),
    },
    isDry,
    done: {
      added: withResult('added'),
      updated: withResult('updated'),
      unchanged: withResult('unchanged') + withResult('deleted here'),
      pictures: all.reduce((total, { pictures }) => total + pictures, 0),
      gaps: all.reduce((total, { gaps }) => total + gaps.length, 0),
    },
    left: plan.left,
    newCategories: [...plan.newCategories.values()],
    products,
  };
}

/** The counts of a report, a sentence each. */
export function countLines({
  format,
  encoding,
  notes,
  counts,
  isDry,
  done,
  left,
  newCategories,
}: ImportReport): string[] {
  return [
    `${format}, ${encoding}, ${countOf(counts.rows, 'row', 'rows')}: ${countOf(counts.products, 'product', 'products')} with ${countOf(counts.variants, 'price', 'prices')} and ${countOf(counts.pictures, 'picture', 'pictures')}.`,
    ...notes,
    `Published: ${counts.published}. Drafts: ${counts.draft}. Retired: ${counts.retired}. Not imported: ${counts.refused}.`,
    ...(newCategories.length ? [`New categories: ${newCategories.join(', ')}.`] : []),
    `${isDry ? 'To be added' : 'Added'}: ${done.added}. ${isDry ? 'To be updated' : 'Updated'}: ${done.updated}. Unchanged: ${done.unchanged}.`,
    ...(isDry ? [] : [`Pictures in the shop: ${done.pictures}. Pictures still missing: ${done.gaps}.`]),
    ...(left.length
      ? [`No longer in the export, and unchanged here (${left.length}): ${left.join(', ')}.`]
      : []),
  ];
}

/** Most lines of a list in a terminal; the page lists all. */
const longestList = 40;

/** How many products have a text that the shop has no field for, by column. */
function tallyKept(findings: readonly ImportFinding[]): string[] {
  const counts = new Map<string, number>();
  for (const { severity, column = '' } of findings)
    if (severity === 'kept') counts.set(column, (counts.get(column) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([column, count]) => `  ${count} × ${column}`);
}

/** The report for a terminal: counts, each refusal and conflict, and the number of all other findings. */
export function reportText(report: ImportReport): string {
  const all = report.products.flatMap(({ findings }) => findings);
  const noted = report.products.flatMap(({ name, findings }) =>
    findings
      .filter(({ severity }) => severity === 'refused' || severity === 'conflict')
      .map((finding) => `  ${name}. ${findingLine(finding)}`),
  );
  const more = noted.length - longestList;
  const list = (title: string, lines: readonly string[]) => (lines.length ? ['', title, ...lines] : []);
  return [
    ...countLines(report),
    ...list('To look at:', noted.slice(0, longestList)),
    ...(more > 0 ? [`  and ${more} more, in the report`] : []),
    ...list('Guessed:', tally(all, 'guessed')),
    ...list('Left out:', tally(all, 'left out')),
    ...list('Missing:', tally(all, 'missing')),
    ...list('Not shown, and kept in content/imported.jsonl, by column:', tallyKept(all)),
  ].join('\n');
}
