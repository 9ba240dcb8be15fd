/** /api/desk/held: emails that were held because their recipient had received too many. */
import { Hono } from 'hono';
import { conflict } from '../../desk/conflict.ts';
import { listHeldEmails, sendHeldEmail } from '../../desk/held-emails.ts';
import { cursorQuery } from '../../desk/paging.ts';
import { query } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { success } from '../../http/success.ts';
import { notFound } from '../../lib/refusal.ts';

export const heldEmails = new Hono<DeskEnv>()
  .get('/', describeRoute('Lists the emails that were held back.'), query(cursorQuery), async (c) =>
    success(c, await listHeldEmails(c.get('db'), c.req.valid('query').after, c.get('now'))),
  )
  .post('/:id/send', describeRoute('Sends an email that was held back.', [notFound, conflict]), async (c) => {
    const done = await sendHeldEmail(c.get('db'), c.get('operator'), c.req.param('id'), c.get('now'));
    if (!done.ok) throw done;
    return success(c, { message: `The email is on its way to ${done.recipient}.` });
  });
