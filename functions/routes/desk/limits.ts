/** /api/desk/limits: accounts whose limits of unpaid orders are lifted. */
import { Hono } from 'hono';
import { z } from 'zod';
import { emailField } from '#features/addresses/address.ts';
import { changeLimits, listLifted } from '../../desk/limits.ts';
import { body } from '../../http/body.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { notFound, wrongFields } from '../../http/refusal.ts';
import { changed } from './changed.ts';

export const limits = new Hono<DeskEnv>()
  .get('/', async (c) => c.json({ success: true as const, accounts: await listLifted(c.get('db')) }))
  .post('/lift', body(z.object({ email: emailField })), async (c) => {
    const { email } = c.req.valid('json');
    const done = await changeLimits(c.get('db'), c.get('operator'), { email }, true, c.get('now'));
    if (done.ok)
      return c.json({ success: true as const, message: `${done.name} can order without limits now.` });
    if (done.code === 'not_found') throw wrongFields({ email: 'No account has this address.' });
    throw changed('The limits of this account are lifted already.');
  })
  .post('/restore', body(z.object({ id: z.uuid('is not a person') })), async (c) => {
    const { id } = c.req.valid('json');
    const done = await changeLimits(c.get('db'), c.get('operator'), { id }, false, c.get('now'));
    if (done.ok)
      return c.json({ success: true as const, message: `${done.name} can order within the usual limits.` });
    if (done.code === 'not_found') throw notFound('This account');
    throw changed('This account has the usual limits already.');
  });
