/** Squarespace's "Export products": a row a size or shade; the first row of a product has its texts. */
import type { Cell, Columns, NamedRow } from '../columns.ts';
import { checkKind } from '../kinds.ts';
import { labelTexts } from '../label-columns.ts';
import { addPictures, readPictures } from '../pictures.ts';
import { newProduct, type ReadProduct, refusedProduct } from '../product.ts';
import type { ExportFile, ReadProducts } from '../reader.ts';
import { isHidden, readStatus } from '../status.ts';
import { oneLine, readList } from '../values.ts';
import { addVariant, leaveOut } from '../variant.ts';

const places = [1, 2, 3, 4, 5, 6] as const;
const [productId, productType] = ['Product ID [Non Editable]', 'Product Type [Non Editable]'] as const;

const yes = /^(yes|y|true|1)$/i;
const no = /^(no|n|false|0)$/i;

/** Addresses stand in lines or with spaces between them. */
const picturesOf = (cell: string): string[] => cell.split(/\s+(?=https?:)/i).flatMap(readPictures);

/**
 * The sale price counts only while the product is on sale; what it was otherwise stays as it is. Whether it is on sale has to
 * be known.
 */
function saleOf(row: NamedRow): { price: Cell } | { unknown: Cell } | undefined {
  const onSale = row.peek('On Sale');
  if (!row.peek('Sale Price') && (!onSale || no.test(onSale))) {
    row.cell('On Sale');
    return undefined;
  }
  if (no.test(onSale)) return undefined;
  const [said, sale] = [row.find(['On Sale']), row.find(['Sale Price'])];
  return {
    price: yes.test(onSale) && sale.text ? sale : { ...said, text: onSale || sale.text || 'On sale' },
  };
}

function readProduct(row: NamedRow, columns: Columns): ReadProduct {
  const [id, name, address] = [row.cell(productId), oneLine(row.cell('Title')), row.cell('Product URL')];
  const categories = readList(row.cell('Categories')).map((one) =>
    one.split('/').filter(Boolean).join(' > '),
  );
  const product = newProduct(row, {
    key: id || address || name,
    handle: address.split('/').filter(Boolean).at(-1) ?? '',
    name,
    body: row.cell('Description'),
    type: categories[0]?.split(' > ').at(-1) ?? '',
    category: categories[0] ?? '',
    tags: [...readList(row.cell('Tags')), ...categories.slice(1)],
    ...readStatus(row, columns),
    options: places.map((place) => oneLine(row.cell(`Option Name ${place}`))).filter(Boolean),
  });
  checkKind(product, row.find([productType]), /^physical$/i, /^gift[ _]?card$/i);
  return product;
}

function readVariant(product: ReadProduct, row: NamedRow): void {
  const stock = row.find(['Stock']);
  const picture = picturesOf(row.cell('Hosted Image URLs'));
  const isFirst = row === product.rows[0];
  addPictures(product, picture);
  const sale = saleOf(row);
  if (sale && 'unknown' in sale) {
    leaveOut(product, row, sale.unknown, 'does not say whether it is on sale');
    return;
  }
  addVariant(product, row, {
    values: places.map((place) => oneLine(row.cell(`Option Value ${place}`))).filter(Boolean),
    price: row.find(['Price']),
    sale,
    sku: row.find(['SKU']),
    barcode: row.find(['GTIN']),
    stock: /^unlimited$/i.test(stock.text) ? 'not counted' : stock,
    ...(!isFirst && picture[0] && { picture: picture[0] }),
  });
}

/** A {@link Reader}. */
export function readSquarespace({ table }: ExportFile): ReadProducts | undefined {
  const { columns, rows } = table();
  if (!columns.has(productId, 'Title', 'Price')) return undefined;
  const products: ReadProduct[] = [];
  let open: ReadProduct | undefined;
  for (const row of rows) {
    const [id, title] = [row.peek(productId), oneLine(row.peek('Title'))];
    const continues = open && (id ? id === open.key : !title);
    if (!continues) {
      if (!title && !id) {
        const message = 'The row belongs to no product.';
        products.push(refusedProduct(row, row.peek('SKU'), { column: 'Title', message }));
        continue;
      }
      open = readProduct(row, columns);
      products.push(open);
    } else if (open) {
      open.rows.push(row);
      row.cell(productId);
      for (const place of places)
        if (oneLine(row.peek(`Option Name ${place}`)) === open.options[place - 1])
          row.cell(`Option Name ${place}`);
    }
    if (open && !(continues && isHidden(open, row, columns))) readVariant(open, row);
    if (open && !continues) open.label = labelTexts(row);
  }
  return { rows: rows.length, hasPricesBefore: columns.has('Sale Price'), products };
}
