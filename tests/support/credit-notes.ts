/** Credit notes, written directly into the database. */
import { randomUUID } from 'node:crypto';
import { creditNoteOf } from 'gst/credit-note';
import type { documents } from '#db/schema/index.ts';
import type { ShopInvoice } from '#domain/documents/document.ts';
import { type Reduction, reduceOrder, remainderOf, type Wanted } from '#domain/orders/reductions.ts';
import { dayOf } from '#lib/dates.ts';

type Row = typeof documents.$inferInsert;

/**
 * The row of a credit note.
 * @param issued the row of its invoice @param serial its number, unused so far @param wanted what is given back
 * @param before what was given back earlier
 * @returns it with what it gives back
 */
export function creditNoteRow(
  issued: Row,
  serial: number,
  wanted: Wanted,
  before: readonly Reduction[] = [],
  at: number = Date.now(),
): { row: Row; reductions: Reduction[] } {
  const invoice = { ...(issued.data as ShopInvoice), number: issued.number };
  const lines = invoice.lines.map((line, position) => ({ ...line, position }));
  const fee = invoice.delivery.reduce((sum, { total }) => sum + total, 0);
  const left = remainderOf(
    fee,
    lines,
    before.map((one) => ({ ...one, kind: 'refunded' as const })),
    null,
  );
  const given = reduceOrder(left, wanted);
  if (!given.ok) throw new Error(`nothing to give back: ${given.code}`);
  const data = creditNoteOf(
    invoice,
    lines.map(({ position }) => position),
    before,
    given.reductions,
    { reason: 'Came back', day: dayOf(at) },
  );
  if (!data) throw new Error('it gives back no money');
  const { orderId, year, keepUntil } = issued;
  const row: Row = {
    id: randomUUID(),
    kind: 'credit_note',
    year,
    serial,
    number: `HRC/${year}/${String(serial).padStart(6, '0')}`,
    orderId,
    at,
    keepUntil,
    data,
  };
  return { row, reductions: given.reductions };
}
