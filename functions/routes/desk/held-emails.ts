/** /api/desk/held: emails that were held because their recipient had received too many. */
import { Hono } from 'hono';
import { listHeldEmails, sendHeldEmail } from '../../desk/held-emails.ts';
import { cursorQuery } from '../../desk/paging.ts';
import { query } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { notFound } from '../../http/refusal.ts';
import { success } from '../../http/success.ts';
import { conflict } from './conflict.ts';

export const heldEmails = new Hono<DeskEnv>()
  .get('/', describeRoute('Lists the emails that were held back.'), query(cursorQuery), async (c) =>
    success(c, await listHeldEmails(c.get('db'), c.req.valid('query').after, c.get('now'))),
  )
  .post(
    '/:id/send',
    describeRoute('Sends an email that was held back.', ['404 not_found', '409 changed']),
    async (c) => {
      const done = await sendHeldEmail(c.get('db'), c.get('operator'), c.req.param('id'), c.get('now'));
      if (done.ok) return success(c, { message: `The email is on its way to ${done.recipient}.` });
      throw done.code === 'not_found' ? notFound('This email') : conflict('This email is no longer held.');
    },
  );
