/** /api/desk/export: data as CSV, and documents as lines of JSON. A POST, since it carries a password and writes to the audit list. */
import { Hono } from 'hono';
import * as z from 'zod';
import { exportNames, fileName, isCsv, partHeaders } from '#domain/exports/exports.ts';
import { startOfDay } from '#lib/dates.ts';
import { keysOf } from '#lib/keys.ts';
import { proofFields } from '../../accounts/prove-operator.ts';
import { exportPart } from '../../desk/export.ts';
import { after } from '../../desk/paging.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';

const notDay = 'Please choose a day.';
const day = z.string(notDay).refine((name) => startOfDay(name) !== undefined, notDay);

const exportBody = z.object({
  sheet: z.enum(keysOf(exportNames), 'Please choose what to export.'),
  /** Indian days, both inclusive. */
  from: day,
  to: day,
  /** `Export-Next` of the part before; left out for the first. */
  after,
  ...proofFields,
});

export const exports = new Hono<DeskEnv>().post(
  '/',
  desk(
    'Exports data as CSV, or documents as lines of JSON.',
    { body: exportBody },
    exportPart,
    ({ text, count, next }, { sheet, from, to }, c) =>
      c.body(text, 200, {
        'Content-Type': `${isCsv(sheet) ? 'text/csv' : 'application/x-ndjson'}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="${fileName(sheet, { from, to })}"`,
        'Cache-Control': 'no-store',
        [partHeaders.count]: String(count),
        ...(next && { [partHeaders.next]: next }),
      }),
  ),
);
