/** Magento 2's (Adobe Commerce's) export of products: a row a product and a store view; sizes and shades have rows of their own. */
import { withoutZero } from '../amounts.ts';
import { type Cell, type Columns, headingKey, type NamedRow } from '../columns.ts';
import { checkKind } from '../kinds.ts';
import { addPictures } from '../pictures.ts';
import { newProduct, type ReadProduct, refusedProduct } from '../product.ts';
import type { ExportFile, ReadProducts } from '../reader.ts';
import { readSections, type Section } from '../sections.ts';
import { isHidden, isStatusHeading, readStatus } from '../status.ts';
import { oneLine, readList, readNumber } from '../values.ts';
import { addVariant } from '../variant.ts';

/** `ingredients=Aqua, Glycerin,skin_type=Dry`: a comma begins a new part only before a name. */
const pairsOf = (cell: string): [name: string, value: string][] =>
  cell.split(/,(?=[a-z][\w ]*=)/i).flatMap((part) => {
    const at = part.indexOf('=');
    return at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()]] : [];
  });

type Child = { sku: string; values: [name: string, value: string][] };

const childrenOf = (cell: string): Child[] =>
  cell.split('|').flatMap((part) => {
    const [sku, ...values] = pairsOf(part);
    return sku?.[0] === 'sku' && sku[1] ? [{ sku: sku[1], values }] : [];
  });

/** The longest path, without the root of all categories: `Default Category/Skin/Serums`. */
function categoryOf(cell: string): string {
  const paths = readList(cell).map((path) => path.split('/').slice(1).map(oneLine).filter(Boolean));
  return paths.reduce((best, one) => (one.length > best.length ? one : best), []).join(' > ');
}

/** A word that is known, for {@link NamedRow.take}. */
const known =
  (pattern: RegExp) =>
  (text: string): string | undefined =>
    pattern.test(text) ? text : undefined;

/** Yes or no; undefined for another word, which is not taken. */
const flagOf = (row: NamedRow, heading: string): boolean | undefined =>
  row.take([heading], (text) => {
    if (/^(1|2|yes|true)$/i.test(text)) return true;
    return /^(0|no|false)$/i.test(text) ? false : undefined;
  });

/** A switch of a product; undefined where the settings of the old shop decide, which are not in the file. */
function switchOf(row: NamedRow, own: string, config: string): boolean | undefined {
  const [usesConfig, value] = [flagOf(row, config), flagOf(row, own)];
  return usesConfig ? undefined : value;
}

function stockOf(row: NamedRow): Cell | 'not counted' | 0 | undefined {
  const isManaged = switchOf(row, 'manage_stock', 'use_config_manage_stock');
  const isBackordered = switchOf(row, 'allow_backorders', 'use_config_backorders');
  const inStock = flagOf(row, 'is_in_stock');
  const pieces = row.find(['qty']);
  if (isManaged === false) return 'not counted';
  if (inStock === false) return 0;
  return isBackordered ? 'not counted' : pieces;
}

/** Paths in the folder of pictures, or addresses; `no_selection` is none. */
function readPicturesOf(product: ReadProduct, row: NamedRow): string | undefined {
  const list = (heading: string) => readList(row.cell(heading)).filter((one) => one !== 'no_selection');
  const [main, more] = [list('base_image'), list('additional_images')];
  const labels = (pictures: string[], heading: string) =>
    pictures.length
      ? row
          .cell(heading)
          .split(pictures.length > 1 ? ',' : /$^/)
          .map(oneLine)
      : [];
  addPictures(product, main, labels(main, 'base_image_label'));
  addPictures(product, more, labels(more, 'additional_image_labels'));
  for (const small of ['small_image', 'thumbnail_image', 'swatch_image'])
    if ([...main, 'no_selection'].includes(row.peek(small))) row.cell(small);
  return main[0] ?? more[0];
}

function readVariant(
  product: ReadProduct,
  row: NamedRow,
  values: string[],
  { monthFirst, picture }: { monthFirst: boolean; picture?: string | undefined },
): void {
  const sale = withoutZero(row.find(['special_price']));
  addVariant(product, row, {
    values,
    price: row.find(['price']),
    before: withoutZero(row.find(['msrp_price', 'msrp'])),
    ...(sale.text && {
      sale: {
        price: sale,
        from: row.find(['special_price_from_date']),
        until: row.find(['special_price_to_date']),
        monthFirst,
      },
    }),
    sku: row.find(['sku']),
    barcode: row.find(['gtin', 'ean', 'barcode', 'upc']),
    stock: stockOf(row),
    picture,
  });
}

/** Numbers for words: `product_online` 2 is disabled, `visibility` 1 is not visible by itself, and 2 to 4 are visible. */
function statusOf(row: NamedRow, columns: Columns): ReturnType<typeof readStatus> {
  const [online, visibility] = [row.peek('product_online'), row.peek('visibility')];
  if (online === '2' || visibility === '1') {
    row.cell('product_online');
    row.cell('visibility');
    return { status: 'draft', findings: [] };
  }
  if (!/^[234]$/.test(visibility)) return readStatus(row, columns);
  row.cell('visibility');
  const others = columns.headings.filter((one) => isStatusHeading(one) && headingKey(one) !== 'visibility');
  return others.length ? readStatus(row, columns, others) : { status: 'published', findings: [] };
}

function readProduct(row: NamedRow, columns: Columns): ReadProduct {
  const [sku, name] = [row.peek('sku'), oneLine(row.cell('name'))];
  const category = categoryOf(row.peek('categories'));
  if (category && !row.peek('categories').includes(',')) row.cell('categories');
  const product = newProduct(row, {
    key: sku || name,
    handle: row.cell('url_key'),
    name,
    brand: oneLine(row.find(['brand', 'manufacturer_brand']).text),
    body: [row.cell('short_description'), row.cell('description')].filter(Boolean).join('\n\n'),
    type: category.split(' > ').at(-1) ?? '',
    category,
    tags: readList(row.cell('meta_keywords')),
    ...statusOf(row, columns),
    seoTitle: oneLine(row.cell('meta_title')),
    seoDescription: oneLine(row.cell('meta_description')),
  });
  checkKind(
    product,
    row.find(['product_type']),
    /^(simple|configurable)$/i,
    /^(bundle|grouped|gift[ _-]?card|subscription)$/i,
  );
  return product;
}

type Parts = { row: NamedRow; views: NamedRow[] };

/** `size=Size,color=Shade`. */
function labelsOf(cell: string): [name: string, value: string][] | undefined {
  const pairs = pairsOf(cell);
  return pairs.length ? pairs : undefined;
}

/** A product with its sizes and shades, which have rows of their own. */
function readConfigurable(
  product: ReadProduct,
  row: NamedRow,
  bySku: ReadonlyMap<string, Parts>,
  columns: Columns,
  monthFirst: boolean,
): void {
  const children = childrenOf(row.cell('configurable_variations'));
  const labels = new Map(row.take(['configurable_variation_labels'], labelsOf));
  const names = [...new Set(children.flatMap(({ values }) => values.map(([name]) => name)))];
  product.options = names.map((name) => oneLine(labels.get(name) ?? name));
  for (const { sku, values } of children) {
    const child = bySku.get(sku);
    if (!child) {
      const message = `No row has the SKU “${sku}”.`;
      product.findings.push({
        severity: 'left out',
        row: row.number,
        column: 'configurable_variations',
        message,
      });
      continue;
    }
    product.rows.push(child.row, ...child.views);
    child.row.take(['product_type'], known(/^simple$/i));
    child.row.take(
      ['visibility'],
      known(/^(not visible individually|catalog|search|catalog, search|[1-4])$/i),
    );
    const own = new Map(values);
    const picture = readPicturesOf(product, child.row);
    if (!isHidden(product, child.row, columns, ['product_online']))
      readVariant(product, child.row, names.map((name) => oneLine(own.get(name) ?? '')).filter(Boolean), {
        monthFirst,
        picture,
      });
  }
  row.cell('sku');
  // The price of the whole is not asked for: each size has its own.
  if (readNumber(row.peek('price')) === 0) row.cell('price');
}

/** Whether dates have the month first, as in the United States, for which Magento is set up at first. */
function isMonthFirst(rows: readonly NamedRow[]): boolean {
  const dates = ['special_price_from_date', 'special_price_to_date', 'created_at', 'updated_at'];
  return !rows.some((row) =>
    dates.some((heading) => Number(/^(\d{1,2})[/.-]/.exec(row.peek(heading))?.[1]) > 12),
  );
}

/** A {@link Reader}. A row of a store view repeats a product with what differs there. */
export function readMagento({ table }: ExportFile): ReadProducts | undefined {
  const { columns, rows } = table();
  if (!columns.has('sku', 'name', 'price', 'product_type')) return undefined;
  const monthFirst = isMonthFirst(rows);
  const bySku = new Map<string, Parts>();
  const refused: ReadProduct[] = [];
  for (const row of rows) {
    const sku = row.peek('sku');
    const said = bySku.get(sku);
    if (!sku)
      refused.push(
        refusedProduct(row, oneLine(row.peek('name')), {
          column: 'sku',
          message: 'The row has no SKU, so its product is not known.',
        }),
      );
    else if (!said) bySku.set(sku, { row, views: [] });
    // The row for all store views is the main one, also where it comes later.
    else if (said.row.peek('store_view_code') && !row.peek('store_view_code'))
      bySku.set(sku, { row, views: [said.row, ...said.views] });
    else said.views.push(row);
  }
  const parts = [...bySku.values()];
  const children = new Set(
    parts.flatMap(({ row }) => childrenOf(row.peek('configurable_variations')).map(({ sku }) => sku)),
  );
  const products = [...bySku]
    .filter(([sku, { row }]) => !children.has(sku) || row.peek('configurable_variations'))
    .map(([, { row, views }]) => {
      const product = readProduct(row, columns);
      product.rows.push(...views);
      readPicturesOf(product, row);
      if (row.peek('configurable_variations')) readConfigurable(product, row, bySku, columns, monthFirst);
      else if (!/^configurable$/i.test(row.peek('product_type')))
        readVariant(product, row, [], { monthFirst });
      const attributes: Section[] = pairsOf(row.peek('additional_attributes'));
      if (attributes.length) row.cell('additional_attributes');
      readSections(product, row, attributes, 'others');
      return product;
    });
  return {
    rows: rows.length,
    hasPricesBefore: columns.has('special_price'),
    products: [...products, ...refused],
  };
}
