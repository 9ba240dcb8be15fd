/** /api/desk/subscribers: the newsletter's subscribers. */
import { Hono } from 'hono';
import * as z from 'zod';
import { emailField } from '#domain/addresses/address.ts';
import { cleanEmail } from '#lib/clean.ts';
import { conflict } from '../../desk/conflict.ts';
import { after } from '../../desk/paging.ts';
import { listSubscribers, unsubscribe } from '../../desk/subscribers.ts';
import { body, query } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { success } from '../../http/success.ts';
import { notFound } from '../../lib/refusal.ts';

const list = z.object({
  after,
  q: z.string().max(254, 'is longer than any address').transform(cleanEmail).default(''),
});

export const subscribers = new Hono<DeskEnv>()
  .get('/', describeRoute('Lists the subscribers of the newsletter.'), query(list), async (c) => {
    const { q, after } = c.req.valid('query');
    return success(c, await listSubscribers(c.get('db'), q, after));
  })
  .post(
    '/remove',
    describeRoute('Unsubscribes an address.', [notFound, conflict]),
    body(z.object({ email: emailField })),
    async (c) => {
      const { email } = c.req.valid('json');
      const done = await unsubscribe(c.get('db'), c.get('operator'), email, c.get('now'));
      if (!done.ok) throw done;
      return success(c, { message: `${email} is unsubscribed.` });
    },
  );
