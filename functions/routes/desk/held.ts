/** /api/desk/held: emails that were held, since their recipient had had too many. */
import { Hono } from 'hono';
import { listHeld, sendHeld } from '../../desk/held.ts';
import { place } from '../../desk/paging.ts';
import { query } from '../../http/body.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { notFound } from '../../http/refusal.ts';
import { changed } from './changed.ts';

export const held = new Hono<DeskEnv>()
  .get('/', query(place), async (c) =>
    c.json({ success: true as const, ...(await listHeld(c.get('db'), c.req.valid('query').after)) }),
  )
  .post('/:id/send', async (c) => {
    const done = await sendHeld(c.get('db'), c.get('operator'), c.req.param('id'), c.get('now'));
    if (done.ok)
      return c.json({ success: true as const, message: `The email is on its way to ${done.recipient}.` });
    throw done.code === 'not_found' ? notFound('This email') : changed('This email is not held any more.');
  });
