/** /api/desk/export: data to take along, as CSV. Always a POST: a password is asked for, and it is noted down. */
import { Hono } from 'hono';
import { z } from 'zod';
import { fileName, partHeaders, sheetNames } from '#features/desk/export.ts';
import { endOfDay, startOfDay } from '#lib/dates.ts';
import { keysOf } from '#lib/keys.ts';
import { exportPart, goesOn } from '../../desk/export.ts';
import { after } from '../../desk/paging.ts';
import { body } from '../../http/body.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { wrongFields } from '../../http/refusal.ts';
import { owner } from '../../http/request-context.ts';
import { provingRefusal } from '../account-refusals.ts';
import { proofAgain, provenOperator } from './proven.ts';

const notDay = 'Please choose a day.';
const day = z.string(notDay).refine((name) => startOfDay(name) !== undefined, notDay);

const asking = z.object({
  sheet: z.enum(keysOf(sheetNames), 'Please choose what to export.'),
  /** Indian days; both are in it. */
  from: day,
  to: day,
  /** Of the part before (its `Export-Next`); left out for the first. */
  after,
  ...proofAgain,
});

export const exporting = new Hono<DeskEnv>().post('/', body(asking), async (c) => {
  const { sheet, from, to, after, ...proof } = c.req.valid('json');
  const period = { from: startOfDay(from) ?? 0, to: endOfDay(startOfDay(to) ?? 0) };
  if (period.to <= period.from) throw wrongFields({ to: 'This day is before the first one.' });
  const wanted = { sheet, days: { from, to }, period, after };
  const person = await provenOperator(c, proof, !(await goesOn(c.get('db'), owner(c), wanted)));
  const done = await exportPart(c.get('db'), owner(c), person, wanted);
  if (!done.ok) throw provingRefusal(done);
  const { csv, count, total, next } = done.part;
  return c.body(csv, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName(sheet, { from, to })}"`,
    'Cache-Control': 'no-store',
    [partHeaders.count]: String(count),
    [partHeaders.total]: String(total),
    ...(next && { [partHeaders.next]: next }),
  });
});
