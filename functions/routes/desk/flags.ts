/** /api/desk/flags: resolving a flag. /api/desk/today lists them. */
import { Hono } from 'hono';
import { resolveFlag } from '../../desk/flags.ts';
import { byId } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';

export const flags = new Hono<DeskEnv>().post(
  '/:id/resolve',
  desk('Resolves a flag.', { params: byId }, resolveFlag, 'The flag is resolved.'),
);
