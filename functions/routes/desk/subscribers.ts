/** /api/desk/subscribers: the newsletter's subscribers. */
import { Hono } from 'hono';
import * as z from 'zod';
import { emailField } from '#domain/addresses/address.ts';
import { cleanEmail } from '#lib/clean.ts';
import { after } from '../../desk/paging.ts';
import { listSubscribers, unsubscribe } from '../../desk/subscribers.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';

const q = z
  .string()
  .max(254, 'is longer than any address')
  .transform(cleanEmail)
  .default('')
  .meta({ description: 'The email address, or its beginning.' });

export const subscribers = new Hono<DeskEnv>()
  .get(
    '/',
    desk('Lists the subscribers of the newsletter.', { query: z.object({ after, q }) }, listSubscribers),
  )
  .post(
    '/remove',
    desk(
      'Unsubscribes an address.',
      { body: z.object({ email: emailField }) },
      unsubscribe,
      (_, { email }) => ({ message: `${email} is unsubscribed.` }),
    ),
  );
