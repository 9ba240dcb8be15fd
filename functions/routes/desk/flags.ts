/** /api/desk/flags: resolving a flag. /api/desk/today lists them. */
import { Hono } from 'hono';
import { conflict } from '../../desk/conflict.ts';
import { resolveFlag } from '../../desk/flags.ts';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { success } from '../../http/success.ts';
import { notFound } from '../../lib/refusal.ts';

export const flags = new Hono<DeskEnv>().post(
  '/:id/resolve',
  describeRoute('Resolves a flag.', [notFound, conflict]),
  async (c) => {
    const done = await resolveFlag(c.get('db'), c.get('operator'), c.req.param('id'), c.get('now'));
    if (!done.ok) throw done;
    return success(c, { message: 'The flag is resolved.' });
  },
);
