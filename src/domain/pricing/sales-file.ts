/** Changes the entries of `content/sales.yaml`, which keeps the others and their comments as they are. */
import { isMap, isSeq, parse, parseDocument, YAMLSeq } from 'yaml';
import { yamlText } from '#domain/catalogue/product-file.ts';
import { contentTags } from '#lib/yaml-dates.ts';
import type { Sale, Scope } from './sale.ts';
import { salesContent } from './sale-content.ts';

/** In `content/`. */
export const salesFile = 'sales.yaml';

/** The text of the file where there is none. */
export const noSales = 'sales: []\n';

/** The sales of the file, in its order. @throws ZodError */
export const readSalesFile = (text: string): (Sale & Scope)[] =>
  salesContent.parse(parse(text, { customTags: contentTags })).sales;

/** A sale as the file has it. @property from, until a day or a time in India @property price rupees */
type WrittenSale = {
  name: string;
  from: string;
  until: string;
  percent?: number;
  price?: number;
  products: readonly string[];
};

/**
 * An entry of the new file: a new sale, or one that stays.
 * @property kept its position in the present file @property products its new products
 */
export type NextSale = WrittenSale | { kept: number; products?: readonly string[] };

/**
 * The file with these entries. @param next makes them of the present ones, which are in the order of the file
 * @throws ZodError for a file that the shop cannot read, before or after
 */
export function withSales(
  text: string,
  next: (sales: readonly (Sale & Scope)[]) => readonly NextSale[],
): string {
  const entries = next(readSalesFile(text));
  const yaml = parseDocument(text);
  const found = yaml.get('sales', true);
  const list = isSeq(found) ? found : new YAMLSeq();
  if (!isSeq(found)) yaml.set('sales', list);
  const present = list.items;
  list.items = entries.map((entry) => {
    if (!('kept' in entry)) return yaml.createNode(entry);
    const node = present[entry.kept];
    if (entry.products && isMap(node)) node.set('products', entry.products);
    return node;
  });
  // An empty list is `[]`, and would go on in one line.
  list.flow = !list.items.length;
  const written = yamlText(yaml);
  readSalesFile(written);
  return written;
}
