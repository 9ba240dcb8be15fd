/** /api/desk/flags: what is shown with today, and saying that it has been dealt with. */
import { Hono } from 'hono';
import { resolveFlag } from '../../desk/flags.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { notFound } from '../../http/refusal.ts';
import { changed } from './changed.ts';

export const flags = new Hono<DeskEnv>().post('/:id/resolve', async (c) => {
  const done = await resolveFlag(c.get('db'), c.get('operator'), c.req.param('id'), c.get('now'));
  if (done.ok) return c.json({ success: true as const, message: 'It is off the list.' });
  throw done.code === 'done' ? changed('Somebody else has dealt with this already.') : notFound('This flag');
});
