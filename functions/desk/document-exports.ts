/** The export of invoices, credit notes and debit notes, from which the screen makes the register and GSTR-1. */
import { type SQL, sql } from 'drizzle-orm';
import { documents } from '#db/schema/index.ts';
import { type DataExport, inRange } from './data-export.ts';

/**
 * A document as a line of JSON ({@link ExportedDocument} in packages/gst/src/register.ts), made by the database, so that
 * the Worker only passes it on. Texts that only its page shows are left out.
 */
const line = sql`json_object('kind', doc.kind, 'number', doc.number, 'gstin', doc.data ->> '$.supplier.gstin',
  'invoiceTotal', CASE WHEN doc.kind <> 'invoice' THEN
    (SELECT invoice.data ->> 'total' FROM ${documents} AS invoice
     WHERE invoice.number = doc.data ->> '$.invoice.number') END,
  'data', json_remove(doc.data, '$.supplier', '$.inWords', '$.recipient.address', '$.deliveredTo'))`;

/** All documents of the period, oldest first, and those of one moment by number. */
export const documentExport: DataExport = {
  head: '',
  async page(db, query) {
    // Each kind is read from the index in this order.
    const part = (
      kind: string,
    ): SQL => sql`SELECT * FROM (SELECT id, at, number FROM ${documents} INDEXED BY documents_at
      WHERE kind = ${kind} AND ${inRange(query, sql`at`, sql`number`)} ORDER BY at, number LIMIT ${query.limit})`;
    const rows = await db.read.all<{ at: number; number: string; line: string }>(sql`
      SELECT doc.at, doc.number, ${line} AS line
      FROM (${part('invoice')} UNION ALL ${part('credit_note')} UNION ALL ${part('debit_note')} ORDER BY at, number LIMIT ${query.limit}) AS page
      CROSS JOIN ${documents} AS doc ON doc.id = page.id ORDER BY doc.at, doc.number`);
    return rows.map(({ at, number, line }) => ({ at, id: number, text: `${line}\n` }));
  },
};
