/**
 * Exports data in parts, which the client joins to files (docs/desk.md, "Exports"). A part consists of at most
 * five keyset pages of 1,000 entries, one database call each. With session, password and audit, a request makes nine
 * sub-requests (Workers allow 50, or 10,000 on the paid plan) and holds 1 to 6 MB. The client asks for the parts one by
 * one; 31,400 orders are seven.
 *
 * A part is sent only after its audit entry is written, in a batch whose condition is that the person is still an
 * operator. So nothing is exported without an audit entry, and a part is complete or an error.
 */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { attempts } from '#db/schema/index.ts';
import { counted, type Days, type ExportName, exportNames, hasPeriod } from '#domain/exports/exports.ts';
import { endOfDay, startOfDay } from '#lib/dates.ts';
import { proveOperator } from '../accounts/prove-operator.ts';
import {
  forgetPasswordAttempts,
  isOperatorStillProven,
  type Person,
  type Proof,
  proofExpired,
} from '../accounts/prove-password.ts';
import { sessionCode } from '../accounts/second-factor.ts';
import type { DeskCall } from '../lib/call.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, refuses, wrongFields } from '../lib/refusal.ts';
import { findSessionUser } from '../lib/session.ts';
import { attemptKey } from '../limits/attempts.ts';
import { countInHour } from '../limits/hourly.ts';
import { writeAudit } from './audit.ts';
import { chargeExport } from './charge-exports.ts';
import { type DataExport, type ExportEntry, indianTime, type Period } from './data-export.ts';
import { documentExport } from './document-exports.ts';
import { reviewExport, stockExport, subscriberExport } from './list-exports.ts';
import { orderExport, orderLineExport } from './order-exports.ts';
import type { Cursor, Paged } from './paging.ts';
import { paymentExport } from './payment-exports.ts';

const dataExports: Record<ExportName, DataExport> = {
  gst: documentExport,
  orders: orderExport,
  lines: orderLineExport,
  payments: paymentExport,
  charges: chargeExport,
  subscribers: subscriberExport,
  reviews: reviewExport,
  stock: stockExport,
};

/** Entries per page, and pages per part. */
const pageSize = 1000;
const maxPages = 5;

/** What a request asks for. @property from, to Indian days, both inclusive @property after the end of the part before */
type ExportQuery = { sheet: ExportName } & Days & Paged;

/** @property after the end of the part before; `undefined` for the first part */
type ExportRequest = { sheet: ExportName; days: Days; period: Period; after: Cursor | undefined };

/**
 * @property text of the file; that of the first part begins with its head
 * @property count entries in this part @property next cursor of the next part: `1795257777782.<id>`
 */
type ExportPart = { text: string; count: number; next: string | null };

/** Exports one part. @throws Refusal as {@link proveOperator} */
export async function exportPart(
  call: DeskCall,
  { sheet, from, to, after, ...proof }: ExportQuery & Proof,
): Promise<({ ok: true } & ExportPart) | Refusal> {
  const { db, owner } = call;
  const period = { from: startOfDay(from) ?? 0, to: endOfDay(startOfDay(to) ?? 0) };
  if (period.to <= period.from) return wrongFields({ to: 'This day is before the first one.' });
  const request = { sheet, days: { from, to }, period, after };
  const person = await proveOperator(call, proof, !(await isNextPart(db, owner, request)));
  await forgetPasswordAttempts(db, owner);
  const { entries, next } = await readPart(db, request);
  const { head } = dataExports[request.sheet];
  const text = [request.after ? '' : head, ...entries.map((entry) => entry.text)].join('');
  const detail = auditDetail(request, entries.length, next !== null);
  const audited = await writeExportAudit(db, owner, person, detail, request, next);
  if (!audited.ok) return audited;
  return { ok: true, text, count: entries.length, next };
}
refuses(exportPart, sessionCode);

async function readPart(db: Db, { sheet, period, after }: ExportRequest) {
  const entries: ExportEntry[] = [];
  for (let page = 0; page < maxPages; page++) {
    const last = entries.at(-1) ?? after;
    // One more than a page shows whether there are more.
    const pageEntries = await dataExports[sheet].page(db, { ...period, after: last, limit: pageSize + 1 });
    entries.push(...pageEntries.slice(0, pageSize));
    if (pageEntries.length <= pageSize) return { entries, next: null };
  }
  const last = entries.at(-1);
  return { entries, next: last ? `${last.at}.${last.id}` : null };
}

/** `2026-11-01 to 2026-11-21: 5,000 orders, more follow`; a later part also names where it begins. */
function auditDetail({ sheet, days, after }: ExportRequest, count: number, more: boolean): string {
  const period = hasPeriod(sheet) ? `${days.from} to ${days.to}: ` : '';
  const begins = after ? `, after ${after.at ? timeText(after.at) : after.id}` : '';
  return `${period}${counted(sheet, count)}${begins}${more ? ', more follow' : ''}`;
}

const timeText = (at: number): string => (indianTime(at) as { figure: string }).figure;

/** The key under which the database remembers that a part may follow. */
const nextPartKey = ({ tokenHash }: Owner, { sheet, days }: ExportRequest, begins: string): string =>
  attemptKey('export', tokenHash, sheet, days.from, days.to, begins);

/**
 * Whether the request is for the part that follows one which this session received within the last hour. It needs the
 * password but no code, since a code is valid once and a file may have many parts.
 */
async function isNextPart(db: Db, owner: Owner, request: ExportRequest): Promise<boolean> {
  if (!request.after) return false;
  const key = nextPartKey(owner, request, `${request.after.at}.${request.after.id}`);
  const [given] = await db.read
    .select({ key: attempts.key })
    .from(attempts)
    .where(and(eq(attempts.key, key), gt(attempts.expiresAt, owner.now)));
  return given !== undefined;
}

/** Writes the audit entry if the person is still an operator with this session; otherwise the part must not be sent. */
async function writeExportAudit(
  db: Db,
  owner: Owner,
  person: Person,
  detail: string,
  request: ExportRequest,
  next: string | null,
) {
  const proof = isOperatorStillProven(owner, person);
  const [, , [proofRow], [session]] = await db.write.batch([
    writeAudit(db, person, { action: 'export', about: exportNames[request.sheet], detail }, owner.now, proof),
    countInHour(
      db,
      sql`SELECT ${nextPartKey(owner, request, next ?? '')} AS key WHERE ${next !== null} AND ${proof}`,
      owner.now,
    ),
    db.write.select({ proven: sql<number>`${proof}` }).from(sql`(SELECT 1)`),
    findSessionUser(db, owner.tokenHash, owner.now),
  ]);
  return proofRow?.proven ? ({ ok: true } as const) : proofExpired(session);
}
