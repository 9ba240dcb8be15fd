/** /api/desk/export: data as CSV, and documents as lines of JSON. A POST, since it carries a password and writes to the audit list. */
import { Hono } from 'hono';
import * as z from 'zod';
import { exportNames, fileName, isCsv, partHeaders } from '#domain/exports/exports.ts';
import { endOfDay, startOfDay } from '#lib/dates.ts';
import { keysOf } from '#lib/keys.ts';
import { sessionCode } from '../../accounts/second-factor.ts';
import { exportPart, isNextPart } from '../../desk/export.ts';
import { after } from '../../desk/paging.ts';
import { body } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { owner } from '../../http/request-context.ts';
import { wrongFields } from '../../lib/refusal.ts';
import { proofFields, proveOperator } from './operator-proof.ts';

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
  describeRoute('Exports data as CSV, or documents as lines of JSON.', [sessionCode]),
  body(exportBody),
  async (c) => {
    const { sheet, from, to, after, ...proof } = c.req.valid('json');
    const period = { from: startOfDay(from) ?? 0, to: endOfDay(startOfDay(to) ?? 0) };
    if (period.to <= period.from) throw wrongFields({ to: 'This day is before the first one.' });
    const request = { sheet, days: { from, to }, period, after };
    const person = await proveOperator(c, proof, !(await isNextPart(c.get('db'), owner(c), request)));
    const done = await exportPart(c.get('db'), owner(c), person, request);
    if (!done.ok) throw done;
    const { text, count, next } = done.part;
    return c.body(text, 200, {
      'Content-Type': `${isCsv(sheet) ? 'text/csv' : 'application/x-ndjson'}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${fileName(sheet, { from, to })}"`,
      'Cache-Control': 'no-store',
      [partHeaders.count]: String(count),
      ...(next && { [partHeaders.next]: next }),
    });
  },
);
