/** The file of parcels that a courier imports: one row for each parcel, or for each line of its order. Pure. */
import { type Cell, csvFile, programCsvRow, rupees } from 'shop-import/csv';
import type { Paise } from '#lib/money.ts';

/** A line of the order. @property price each, paise @property grams of one piece without packaging; undefined if unknown */
type ParcelLine = { sku: string; name: string; quantity: number; price: Paise; grams: number | undefined };

/** A parcel. Amounts are paise. @property placedAt UTC ms @property collect cash; 0 for a paid order */
export type Parcel = {
  reference: string;
  placedAt: number;
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
  country: string;
  total: Paise;
  collect: Paise;
  delivery: Paise;
  discount: Paise;
  lines: readonly ParcelLine[];
};

/** Grams that packing adds. @property perPiece bottle, cap and box of each piece @property perParcel carton and filling */
export type Packaging = { perPiece: number; perParcel: number };

type Row = { parcel: Parcel; line: ParcelLine | undefined; weight: number | undefined };

/** The time in India as importers want it: `21-11-2026 10:30`. */
function dayAndTime(at: number): string {
  const local = new Date(at + 5.5 * 60 * 60 * 1000).toISOString();
  const [year, month, day] = local.slice(0, 10).split('-');
  return `${day}-${month}-${year} ${local.slice(11, 16)}`;
}

const piecesOf = ({ lines }: Parcel): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** What a column can hold, with the label of the editor. */
export const columnValues = {
  reference: { label: 'Order number', cell: ({ parcel }) => ({ id: parcel.reference }) },
  placed: {
    label: 'Day and time of the order',
    cell: ({ parcel }) => ({ figure: dayAndTime(parcel.placedAt) }),
  },
  payment: { label: 'COD or Prepaid', cell: ({ parcel }) => (parcel.collect ? 'COD' : 'Prepaid') },
  total: { label: 'Total of the order', cell: ({ parcel }) => rupees(parcel.total) },
  collect: { label: 'Cash to collect', cell: ({ parcel }) => rupees(parcel.collect) },
  delivery: { label: 'Delivery fee', cell: ({ parcel }) => rupees(parcel.delivery) },
  discount: { label: 'Discount of the order', cell: ({ parcel }) => rupees(parcel.discount) },
  firstName: { label: 'First name', cell: ({ parcel }) => parcel.firstName },
  lastName: { label: 'Last name', cell: ({ parcel }) => parcel.lastName },
  name: { label: 'Name', cell: ({ parcel }) => `${parcel.firstName} ${parcel.lastName}`.trim() },
  phone: { label: 'Phone', cell: ({ parcel }) => parcel.phone },
  email: { label: 'Email', cell: ({ parcel }) => parcel.email },
  address: { label: 'Street', cell: ({ parcel }) => parcel.address },
  city: { label: 'City', cell: ({ parcel }) => parcel.city },
  state: { label: 'State', cell: ({ parcel }) => parcel.state },
  pincode: { label: 'Pincode', cell: ({ parcel }) => parcel.pincode },
  country: { label: 'Country', cell: ({ parcel }) => parcel.country },
  pieces: { label: 'Pieces', cell: ({ parcel }) => piecesOf(parcel) },
  products: {
    label: 'All products',
    cell: ({ parcel }) => parcel.lines.map(({ name, quantity }) => `${quantity} x ${name}`).join(', '),
  },
  sku: { label: 'SKU of the line', cell: ({ line }) => line && { id: line.sku } },
  product: { label: 'Product of the line', cell: ({ line }) => line?.name },
  quantity: { label: 'Pieces of the line', cell: ({ line }) => line?.quantity },
  price: { label: 'Price of a piece', cell: ({ line }) => line && rupees(line.price) },
  grams: { label: 'Weight in grams', cell: ({ weight }) => weight },
  kilograms: {
    label: 'Weight in kilograms',
    cell: ({ weight }) => (weight === undefined ? undefined : { figure: `${weight / 1000}` }),
  },
} satisfies Record<string, { label: string; cell: (row: Row) => Cell | undefined }>;

export type ColumnValue = keyof typeof columnValues;

/** A file of a courier. @property rows one for each parcel, or for each line @property text the same in all rows */
export type ParcelFormat = {
  name: string;
  rows: 'parcel' | 'line';
  columns: readonly { heading: string; value?: ColumnValue | undefined; text: string }[];
};

/**
 * The weight of a parcel, an estimate: what the products hold (a millilitre counts as a gram) and their packaging.
 * @returns grams; undefined where a product does not say what it holds
 */
export function weightOf(
  { lines }: Pick<Parcel, 'lines'>,
  { perPiece, perParcel }: Packaging,
): number | undefined {
  let sum = perParcel;
  for (const { grams, quantity } of lines) {
    if (grams === undefined) return undefined;
    sum += (grams + perPiece) * quantity;
  }
  return sum;
}

/** The CSV file, and the references of parcels whose weight it does not have. */
export function parcelFile(
  { rows, columns }: ParcelFormat,
  parcels: readonly Parcel[],
  packaging: Packaging,
): { file: string; withoutWeight: string[] } {
  const weighed = parcels.map((parcel) => ({ parcel, weight: weightOf(parcel, packaging) }));
  const body = weighed.flatMap(({ parcel, weight }): Row[] =>
    rows === 'line'
      ? parcel.lines.map((line) => ({ parcel, line, weight }))
      : [{ parcel, line: undefined, weight }],
  );
  const cellOf = (row: Row, { value, text }: ParcelFormat['columns'][number]): Cell =>
    (value ? columnValues[value].cell(row) : text) ?? null;
  const cells = body.map((row) => columns.map((column) => cellOf(row, column)));
  return {
    file: csvFile([columns.map(({ heading }) => heading), ...cells], programCsvRow),
    withoutWeight: weighed.flatMap(({ parcel, weight }) => (weight === undefined ? [parcel.reference] : [])),
  };
}
