/** /api/desk/flags: resolving a flag. /api/desk/today lists them. */
import { Hono } from 'hono';
import { resolveFlag } from '../../desk/flags.ts';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { notFound } from '../../http/refusal.ts';
import { success } from '../../http/success.ts';
import { conflict } from './conflict.ts';

export const flags = new Hono<DeskEnv>().post(
  '/:id/resolve',
  describeRoute('Resolves a flag.', ['404 not_found', '409 changed']),
  async (c) => {
    const done = await resolveFlag(c.get('db'), c.get('operator'), c.req.param('id'), c.get('now'));
    if (done.ok) return success(c, { message: 'The flag is resolved.' });
    throw done.code === 'done'
      ? conflict('Another operator has already resolved this flag.')
      : notFound('This flag');
  },
);
