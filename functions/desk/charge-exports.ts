/** The export of couriers' charges, for the accountant: of each parcel's cash, and what a transfer lacked besides. */
import { sql } from 'drizzle-orm';
import { csvRow, idCell, rupees } from 'shop-import/csv';
import { orders, remittances, remittanceTransfers } from '#db/schema/index.ts';
import { type Charges, chargeLabels, chargeNames } from '#domain/shipping/remittance-file.ts';
import type { Paise } from '#lib/money.ts';
import { csvHead, type DataExport, indianTime, inRange } from './data-export.ts';
import { chargesOf, transferred } from './remittance-transfers.ts';

type Row = Charges & {
  at: number;
  id: string;
  utr: string;
  courier: string | null;
  reference: string | null;
  trackingId: string | null;
  day: string | null;
  collected: Paise | null;
  net: Paise;
};

const noCharge = sql.raw(chargeNames.map((name) => `0 AS ${name}`).join(', '));
const ownCharges = sql.raw(chargeNames.map((name) => `r.${remittances[name].name} AS ${name}`).join(', '));

/**
 * Parcels by when their remittance was recorded, and differences of transfers by when the bank's amount was; oldest first.
 * Collected less charges is transferred, in every row and in all together.
 */
export const chargeExport: DataExport = {
  head: csvHead([
    'Date (Indian time)',
    'What',
    'UTR',
    'Transferred on',
    'Courier',
    'Order',
    'Tracking number',
    'Collected (₹)',
    ...chargeNames.map((name) => `${chargeLabels[name]} (₹)`),
    'Transferred (₹)',
  ]),
  async page(db, query) {
    const rows = await db.read.all<Row>(sql`
      SELECT * FROM (
        SELECT * FROM (SELECT r.at, r.id, r.utr, r.courier, o.reference, r.tracking_id AS trackingId, r.day, r.amount AS collected,
            ${ownCharges}, r.amount - ${chargesOf('r')} AS net
          FROM ${remittances} AS r INDEXED BY remittances_at JOIN ${orders} AS o ON o.id = r.order_id
          WHERE ${inRange(query, sql`r.at`, sql`r.id`)} ORDER BY r.at, r.id LIMIT ${query.limit})
        UNION ALL
        SELECT * FROM (SELECT t.credited_at AS at, t.utr AS id, t.utr, t.courier, NULL, NULL, NULL, NULL, ${noCharge},
            t.credited - ${transferred} AS net
          FROM ${remittanceTransfers} AS t INDEXED BY remittance_transfers_credited
          WHERE t.credited_at IS NOT NULL AND ${inRange(query, sql`t.credited_at`, sql`t.utr`)}
          ORDER BY t.credited_at, t.utr LIMIT ${query.limit})
      ) ORDER BY at, id LIMIT ${query.limit}`);
    return rows.map((row) => ({ at: row.at, id: row.id, text: csvRow(cells(row)) }));
  },
};

function cells(row: Row) {
  const isParcel = row.collected !== null;
  // What the bank's line lacks of the file's rows is one more charge.
  const charges = isParcel ? row : { ...row, otherCharges: -row.net };
  return [
    indianTime(row.at),
    isParcel ? 'Parcel' : 'Difference of a transfer',
    idCell(row.utr),
    row.day,
    row.courier,
    idCell(row.reference),
    idCell(row.trackingId),
    row.collected === null ? null : rupees(row.collected),
    ...chargeNames.map((name) => rupees(charges[name])),
    rupees(row.net),
  ];
}
