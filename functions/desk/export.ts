/**
 * Taking data along, as CSV in parts that make one file. A part is read by keyset pages of 1,000, each of which is
 * one call to the database, five of them at most: with session, password, count and note a request makes nine
 * sub-requests, where Workers allow 50 (10,000 on the paid plan), is done well within the time that a
 * request has, and holds about 1 MB. Whoever wants more asks for the next part; 31,400 orders are seven.
 *
 * A part leaves only after it has been noted down, in a batch whose condition is that it is still an operator
 * who asks: so nothing goes out that the audit list does not tell of, and a part is whole, or an error.
 */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { attempts } from '#db/schema/index.ts';
import { countedOf, type Days, hasPeriod, type SheetName, sheetNames } from '#features/desk/export.ts';
import { forgetGuesses, operatorStillProven, overtaken, type Person } from '../accounts/prove.ts';
import { attemptKey, takeHour } from '../limits/attempts.ts';
import type { Owner } from '../session/owner.ts';
import { personOf } from '../session/session.ts';
import { noteDown } from './audit.ts';
import { byteOrderMark, csvRow } from './csv.ts';
import { stockSheet, subscriberSheet } from './list-sheets.ts';
import { lineSheet, orderSheet } from './order-sheets.ts';
import type { Cursor } from './paging.ts';
import { type Entry, moment, type Period, type Sheet } from './sheet.ts';

export const sheets: Record<SheetName, Sheet> = {
  orders: orderSheet,
  lines: lineSheet,
  subscribers: subscriberSheet,
  stock: stockSheet,
};

/** Entries of a page, and pages of a part. */
const pageSize = 1000;
const mostPages = 5;

/** @property after where the part before ended; the first one when left out */
export type Wanted = { sheet: SheetName; days: Days; period: Period; after: Cursor | undefined };

/**
 * @property csv the first part's with byte order mark and titles
 * @property count entries in it, of `total` @property next where the next part begins: `1795257777782.<id>`
 */
type Part = { csv: string; count: number; total: number; next: string | null };

type Exported = { ok: true; part: Part } | { ok: false; code: 'signed_out' | 'wrong_password' };

/** @param person whose password was checked; a right one uses none of its tries up, whatever comes after */
export async function exportPart(db: Db, owner: Owner, person: Person, wanted: Wanted): Promise<Exported> {
  const { titles, count } = sheets[wanted.sheet];
  const [, [counted]] = await db.write.batch([
    forgetGuesses(db, owner),
    db.write.all<{ count: number }>(count(wanted.period)),
  ]);
  const { entries, next } = await readPart(db, wanted);
  const total = counted?.count ?? entries.length;
  const head = wanted.after ? [] : [byteOrderMark + csvRow(titles)];
  const rows = entries.flatMap((entry) => entry.rows.map(csvRow));
  const detail = detailOf(wanted, entries.length, total);
  const noted = await noteExport(db, owner, person, detail, wanted, next);
  if (!noted.ok) return noted;
  return { ok: true, part: { csv: [...head, ...rows].join(''), count: entries.length, total, next } };
}

async function readPart(db: Db, { sheet, period, after }: Wanted) {
  const entries: Entry[] = [];
  for (let page = 0; page < mostPages; page++) {
    const last = entries.at(-1) ?? after;
    // One more than a page, so that it is known whether there is more.
    const found = await sheets[sheet].page(db, { ...period, after: last, limit: pageSize + 1 });
    entries.push(...found.slice(0, pageSize));
    if (found.length <= pageSize) return { entries, next: null };
  }
  const last = entries.at(-1);
  return { entries, next: last ? `${last.at}.${last.id}` : null };
}

/** `2026-11-01 to 2026-11-21: 5,000 of 31,400 orders`, and of a later part where it begins. */
function detailOf({ sheet, days, after }: Wanted, count: number, total: number): string {
  const period = hasPeriod(sheet) ? `${days.from} to ${days.to}: ` : '';
  return `${period}${countedOf(sheet, count, total)}${after ? `, after ${after.at ? momentText(after.at) : after.id}` : ''}`;
}

const momentText = (at: number): string => (moment(at) as { figure: string }).figure;

/** By this the database knows which part may follow. */
const nextPart = ({ tokenHash }: Owner, { sheet, days }: Wanted, begins: string): string =>
  attemptKey('export', tokenHash, sheet, days.from, days.to, begins);

/**
 * Whether it is the part that follows one which this session was given within the hour. It needs the password, but
 * no code: each code is good once, and a file may have many parts.
 */
export async function goesOn(db: Db, owner: Owner, wanted: Wanted): Promise<boolean> {
  if (!wanted.after) return false;
  const key = nextPart(owner, wanted, `${wanted.after.at}.${wanted.after.id}`);
  const [given] = await db.read
    .select({ key: attempts.key })
    .from(attempts)
    .where(and(eq(attempts.key, key), gt(attempts.expiresAt, owner.now)));
  return given !== undefined;
}

/** Nothing is noted, and nothing may leave, when the proof does not hold any more. */
async function noteExport(
  db: Db,
  owner: Owner,
  person: Person,
  detail: string,
  wanted: Wanted,
  next: string | null,
) {
  const proof = operatorStillProven(owner, person);
  const [, , [held], [still]] = await db.write.batch([
    noteDown(db, person, { action: 'export', about: sheetNames[wanted.sheet], detail }, owner.now, proof),
    takeHour(
      db,
      sql`SELECT ${nextPart(owner, wanted, next ?? '')} AS key WHERE ${next !== null} AND ${proof}`,
      owner.now,
    ),
    db.write.select({ proven: sql<number>`${proof}` }).from(sql`(SELECT 1)`),
    personOf(db, owner.tokenHash, owner.now),
  ]);
  return held?.proven ? ({ ok: true } as const) : overtaken(still);
}
