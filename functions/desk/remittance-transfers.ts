/**
 * Transfers of couriers, by the bank's number (UTR): what their files say, held against what the bank has credited. The
 * difference is a charge of the courier (docs/operations.md, "Parcels that leave, arrive and come back").
 */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { remittances, remittanceTransfers } from '#db/schema/index.ts';
import { chargeNames } from '#domain/shipping/remittance-file.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { provenCash } from '../accounts/prove-operator.ts';
import { sessionCode } from '../accounts/second-factor.ts';
import type { DeskCall } from '../lib/call.ts';
import { notFound, type Refusal, refusal, refuses } from '../lib/refusal.ts';
import { writeAudit } from './audit.ts';

/** Transfers that are listed. */
const newest = 30;

/** The charges of a row of `remittances`, paise. */
export const chargesOf = (table: string) =>
  sql.raw(`(${chargeNames.map((name) => `${table}.${remittances[name].name}`).join(' + ')})`);

/** A query: what the files say that a transfer had, paise. @param utr a column */
export const transferred = sql<Paise>`(SELECT coalesce(sum(r.amount - ${chargesOf('r')}), 0)
  FROM ${remittances} AS r WHERE r.utr = t.utr)`;

/** Amounts are paise. @property credited null until the bank's amount was entered */
type TransferRow = {
  utr: string;
  courier: string | null;
  at: number;
  credited: number | null;
  parcels: number;
  transferred: number;
};

/** Statement: the newest transfers. */
export const selectTransfers = (db: Db) =>
  db.read.all<TransferRow>(sql`
    SELECT t.utr, t.courier, t.at, t.credited, ${transferred} AS transferred,
           (SELECT count(*) FROM ${remittances} WHERE utr = t.utr) AS parcels
    FROM (SELECT * FROM ${remittanceTransfers} WHERE at < ${Number.MAX_SAFE_INTEGER}
      ORDER BY at DESC, utr DESC LIMIT ${newest}) AS t
    ORDER BY t.at DESC, t.utr DESC`);

/** A transfer with what the courier has kept besides the charges of its file; below 0: it has sent more. */
export const withDifference = (row: TransferRow) => ({
  ...row,
  difference: row.credited === null ? null : row.transferred - row.credited,
});

/** Why the amount of the bank is not stored. */
export const transferRefusals = {
  notFound,
  recorded: refusal(409, 'recorded', () => ({
    message: 'This amount is recorded already. Nothing was done.',
  })),
};

/**
 * Stores what the bank has credited for a transfer; again, in place of the amount before.
 * @param credited paise @throws Refusal as {@link provenCash}
 */
export async function creditTransfer(
  call: DeskCall,
  { utr, credited, password }: { utr: string; credited: Paise; password?: string | undefined },
): Promise<{ ok: true } | Refusal> {
  const proven = await provenCash(call, password);
  const { db, operator, now } = call;
  const changes = sql`EXISTS (SELECT 1 FROM ${remittanceTransfers} WHERE utr = ${utr} AND credited IS NOT ${credited})`;
  const detail = sql`(SELECT ${`${formatPrice(credited)} credited by the bank`} ||
    coalesce(printf(', before: ₹%.2f', t.credited / 100.0), '') FROM ${remittanceTransfers} AS t WHERE t.utr = ${utr})`;
  const [before, , [after]] = await db.write.batch([
    db.write.all<{ credited: Paise | null }>(
      sql`SELECT credited FROM ${remittanceTransfers} WHERE utr = ${utr}`,
    ),
    writeAudit(
      db,
      operator,
      { action: 'transfer_credited', about: utr, detail },
      now,
      sql`${proven} AND ${changes}`,
    ),
    db.write.all<{ credited: Paise }>(sql`
      UPDATE ${remittanceTransfers} SET credited = ${credited}, credited_at = ${now}, confirmed_by = ${operator.id}
      WHERE utr = ${utr} AND credited IS NOT ${credited} AND ${proven} RETURNING credited`),
  ]);
  if (after) return { ok: true };
  return before.length ? transferRefusals.recorded() : transferRefusals.notFound('This transfer');
}
refuses(creditTransfer, sessionCode);
