/** Lists of objects, as JSON and XML have them, as a table: one row a product, or one a size or shade. */
import { type Table, tableOf } from './columns.ts';
import { refuseFile } from './problem.ts';
import { maxRows } from './table.ts';
import { countText } from './values.ts';

export type Tree = string | number | boolean | null | Tree[] | { [key: string]: Tree };
type Fields = { [key: string]: Tree };

const isFields = (value: Tree | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value: Tree | undefined): value is string | number | boolean =>
  value !== undefined && value !== null && typeof value !== 'object';

/** Deeper values stay as they are written. */
const mostLevels = 6;

/** The list that a value is: GraphQL wraps one into `edges` and `node`. */
function listOf(value: Tree | undefined): Tree[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isFields(value)) return undefined;
  if (Array.isArray(value.nodes)) return value.nodes;
  if (!Array.isArray(value.edges)) return undefined;
  return value.edges.map((edge) => (isFields(edge) && edge.node !== undefined ? edge.node : edge));
}

/** The objects of a list; undefined for any other value. */
function objectsOf(value: Tree | undefined): Fields[] | undefined {
  const list = listOf(value)?.filter(isFields);
  return list?.length ? list : undefined;
}

/** The list of products: the one nearest to the root; of several there the one that is called so, or the longest. */
function findProducts(root: Tree): Fields[] | undefined {
  const own = objectsOf(root);
  if (own) return own;
  for (let level: Tree[] = [root], depth = 0; level.length && depth < mostLevels; depth += 1) {
    const entries = level.filter(isFields).flatMap((one) => Object.entries(one));
    const lists = entries.flatMap(([name, value]) => {
      const objects = objectsOf(value);
      return objects ? [{ isNamed: /product|item|entr/i.test(name), objects }] : [];
    });
    const [best] = lists.sort(
      (a, b) => Number(b.isNamed) - Number(a.isNamed) || b.objects.length - a.objects.length,
    );
    if (best) return best.objects;
    level = entries.map(([, value]) => value);
  }
  return undefined;
}

const addressKeys = ['src', 'url', 'href', 'originalSrc', 'link'];
const addressOf = (one: Fields): string | undefined =>
  addressKeys.map((key) => one[key]).find((value) => typeof value === 'string' && value !== '') as
    | string
    | undefined;

/** `{ amount: "12.00", currencyCode: "USD" }`. */
function moneyOf(one: Fields): string | undefined {
  const amount = one.amount ?? one.value;
  const currency = one.currencyCode ?? one.currency_code ?? one.currency;
  return isScalar(amount) && typeof currency === 'string' ? `${amount} ${currency}` : undefined;
}

/** `{ name: "Size", value: "50 ml" }`, as lists of options and of custom fields have it. */
function pairOf(one: Tree): [name: string, value: string] | undefined {
  if (!isFields(one)) return undefined;
  const name = one.name ?? one.key ?? one.title;
  return isScalar(name) && isScalar(one.value) ? [String(name), String(one.value)] : undefined;
}

/** Texts of a row, by heading. */
class RowCells {
  readonly cells = new Map<string, string>();

  add(heading: string, text: string): void {
    if (!text.trim()) return;
    let name = heading;
    for (let number = 2; this.cells.has(name); number += 1) name = `${heading} (${number})`;
    this.cells.set(name, text);
  }

  /** What a value says: a text under its own name, the parts of an object each under theirs. */
  read(heading: string, value: Tree | undefined, depth = 0): void {
    if (isScalar(value)) this.add(heading, String(value));
    else if (value && depth >= mostLevels) this.add(heading, JSON.stringify(value));
    else if (value) {
      const list = listOf(value);
      if (list) this.readList(heading, list);
      else if (isFields(value)) this.readFields(heading, value, depth);
    }
  }

  private readList(heading: string, list: readonly Tree[]): void {
    const filled = list.filter((one) => one !== null && one !== '');
    const pairs = filled.map(pairOf);
    if (filled.every(isScalar)) {
      const texts = filled.map(String);
      this.add(heading, texts.join(texts.some((text) => /^https?:/i.test(text)) ? '\n' : ', '));
    } else if (pairs.every((pair) => pair !== undefined)) {
      for (const [name, value] of pairs) this.add(name, value);
      this.readDetails(heading, filled, ['name', 'key', 'title', 'value']);
    } else this.readNamed(heading, filled);
  }

  /** A list of pictures or of categories: their addresses or names, and apart from them what else is said. */
  private readNamed(heading: string, list: readonly Tree[]): void {
    const key = [...addressKeys, 'name', 'title'].find((one) =>
      list.every((each) => isFields(each) && isScalar(each[one]) && each[one] !== ''),
    );
    if (!key) {
      this.add(heading, JSON.stringify(list));
      return;
    }
    const separator = addressKeys.includes(key) ? '\n' : ', ';
    this.add(heading, list.map((one) => String((one as Fields)[key])).join(separator));
    this.readDetails(heading, list, [key]);
  }

  private readDetails(heading: string, list: readonly Tree[], known: readonly string[]): void {
    const rest = list.map((one) =>
      Object.fromEntries(
        Object.entries(one as Fields).filter(([key, value]) => !known.includes(key) && value !== null),
      ),
    );
    if (rest.some((one) => Object.keys(one).length)) this.add(`${heading} (details)`, JSON.stringify(rest));
  }

  private readFields(heading: string, fields: Fields, depth: number): void {
    const money = moneyOf(fields);
    const [key] = ['name', 'title', 'text'].filter((one) => isScalar(fields[one]) && fields[one] !== '');
    const address = addressOf(fields);
    const main = money ?? (key === undefined ? address : String(fields[key]));
    if (main !== undefined) this.add(heading, main);
    for (const [name, value] of Object.entries(fields)) {
      const isMain =
        money === undefined
          ? name === key || (key === undefined && value === address)
          : /^(amount|value|currency.*)$/.test(name);
      if (!isMain) this.read(`${heading}.${name}`, value, depth + 1);
    }
  }
}

/** The texts of an object, by heading. */
export function textsOf(fields: Fields): Map<string, string> {
  const row = new RowCells();
  for (const [heading, value] of Object.entries(fields)) row.read(heading, value);
  return row.cells;
}

const variantLists = /^(variants?|variations?|skus?|children|sizes|shades|options)$/i;
/** What a size or shade says itself before its product does. */
const ownOfVariant =
  /price|mrp|sku|barcode|gtin|ean|upc|stock|qty|quantity|inventory|weight|availab|^image|picture/i;

/** The sizes and shades of a product, by the name of their list. */
function variantsOf(product: Fields): [name: string, variants: Fields[]] | undefined {
  for (const [name, value] of Object.entries(product)) {
    const objects = variantLists.test(name) ? objectsOf(value) : undefined;
    if (objects?.some((one) => Object.keys(one).some((key) => /price|sku/i.test(key))))
      return [name, objects];
  }
  return undefined;
}

/** The rows of a product: each has its texts, and those of one of its sizes and shades. */
function rowsOf(product: Fields): Map<string, string>[] {
  const [list, variants] = variantsOf(product) ?? [];
  if (!list || !variants) return [textsOf(product)];
  const { [list]: _, ...fields } = product;
  const own = textsOf(fields);
  return variants.map((variant) => {
    const row = new Map(own);
    for (const [heading, text] of textsOf(variant)) {
      const said = row.get(heading);
      if (said === undefined || said === text) row.set(heading, text);
      else if (ownOfVariant.test(heading)) row.set(heading, text).set(`product.${heading}`, said);
      else row.set(/^(name|title)$/i.test(heading) ? 'Variant' : `variant.${heading}`, text);
    }
    return row;
  });
}

/**
 * The products of a file of objects as a table.
 * @throws ImportRefused where it has no list of objects
 */
export function objectTable(root: Tree): Table {
  const products = findProducts(root);
  if (!products) throw refuseFile('The file has no list of products.');
  const rows = products.flatMap(rowsOf);
  if (rows.length > maxRows)
    throw refuseFile(
      `The file has ${countText(rows.length)} rows; at most ${countText(maxRows)} are read. Please export it in parts.`,
    );
  const headings = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  return tableOf([
    { number: 1, cells: headings },
    ...rows.map((row, place) => ({
      number: place + 2,
      cells: headings.map((heading) => row.get(heading) ?? ''),
    })),
  ]);
}
