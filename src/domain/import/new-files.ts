/**
 * The files of the new products of an export, for the desk, which has no content. Products that the shop has are left to
 * the command, which compares them with their present files.
 */
import { type Answers, readCatalogue } from 'shop-import/read-catalogue';
import type { Sheet } from 'shop-import/table';
import { slugOfCategory } from '#domain/catalogue/category.ts';
import { productContent } from '#domain/catalogue/product-content.ts';
import { salesFile } from '#domain/pricing/sales-file.ts';
import { formatMarkdown, formatYaml } from '#lib/content-style.ts';
import { skusOf } from './ids.ts';
import type { ImportFacts } from './import-facts.ts';
import { mergeProduct } from './merge.ts';
import { importLimits, isRefused, planImport } from './plan.ts';
import { productFileOf } from './product-file.ts';
import { recordLine, saidText } from './record.ts';
import { type ImportReport, mistakeFindings, type Outcome, reportImport, withoutPictures } from './report.ts';
import { keptWith, type PlannedSale, withImportedSales } from './sales.ts';

/** @property files texts by their paths in the repository; empty where no product is new */
export type NewFiles = { report: ImportReport; files: Map<string, string> };

/**
 * @property time `2026-11-27-093000`: the record of this import is a file of its own, which the next import joins with the
 *   others
 * @property now UTC ms @property answers what only the owner knows
 */
export type ImportOptions = { time: string; now: number; answers: Answers };

/** The file of a product, and of a category, below `content/`. */
export const productFile = (id: string): string => `products/${id}/index.md`;
export const categoryFile = (name: string): string => `categories/${slugOfCategory(name)}.yaml`;

/**
 * Reads an export.
 * @param input its bytes, or the sheet of a workbook
 * @param onProgress called after each product
 * @throws ImportRefused when the file as a whole cannot be read
 */
export function newFiles(
  input: Uint8Array | Sheet,
  facts: ImportFacts,
  { time, now, answers }: ImportOptions,
  onProgress: (done: number, all: number) => void,
): NewFiles {
  const plan = planImport(
    readCatalogue(input, importLimits, answers),
    {
      categories: facts.categories,
      concepts: new Map(facts.concepts),
      record: new Map(facts.imported.map(([key, id, skus]) => [key, { key, id, skus: [...skus] }])),
      others: new Map(facts.others),
      rates: new Set(facts.rates),
      names: facts.names,
      now,
    },
    onProgress,
  );
  const present = new Set([...facts.imported.map(([, id]) => id), ...facts.others.map(([id]) => id)]);
  const { hasPricesBefore } = plan.catalogue;
  const outcomes = new Map<string, Outcome>();
  const files = new Map<string, string>();
  const lines: string[] = [];
  const planned: PlannedSale[] = [];
  for (const one of plan.products) {
    const { key, id, main, product, category, sales } = one;
    if (isRefused(product)) continue;
    if (present.has(id)) {
      outcomes.set(key, { ...withoutPictures, result: 'in the shop' });
      continue;
    }
    const theirs = productFileOf(one, () => undefined);
    const { file, base } = mergeProduct({ base: {}, mine: undefined, theirs, hasPricesBefore }, saidText);
    const { error } = productContent.safeParse(file.matter);
    if (error) {
      outcomes.set(key, {
        ...withoutPictures,
        result: 'refused',
        findings: mistakeFindings(error, product.row),
      });
      continue;
    }
    outcomes.set(key, { ...withoutPictures, result: 'added' });
    const text = formatMarkdown(facts.fields.products, file.matter, file.text && `${file.text}\n`);
    files.set(`content/${productFile(id)}`, text);
    lines.push(
      recordLine({ key, id, skus: skusOf(product), main, pictures: {}, kept: keptWith(one), said: base }),
    );
    planned.push(...sales);
    const { name, basis, title = name } = category;
    if (basis === 'new')
      files.set(`content/${categoryFile(name)}`, formatYaml(facts.fields.categories, { name: title }));
  }
  const sales = withImportedSales(facts.sales, planned, []);
  if (sales !== facts.sales) files.set(`content/${salesFile}`, sales);
  if (lines.length) files.set(`content/imported-${time}.jsonl`, lines.join(''));
  return { report: reportImport(plan, outcomes, true), files };
}
