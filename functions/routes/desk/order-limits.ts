/** /api/desk/limits: accounts without limits of unpaid orders. */
import { Hono } from 'hono';
import * as z from 'zod';
import { emailField } from '#features/addresses/address.ts';
import { listLiftedLimits, setLimitsLifted } from '../../desk/order-limits.ts';
import { body } from '../../http/body.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { notFound, wrongFields } from '../../http/refusal.ts';
import { success } from '../../http/success.ts';
import { conflict } from './conflict.ts';

export const orderLimits = new Hono<DeskEnv>()
  .get('/', async (c) => success(c, { accounts: await listLiftedLimits(c.get('db')) }))
  .post('/lift', body(z.object({ email: emailField })), async (c) => {
    const { email } = c.req.valid('json');
    const done = await setLimitsLifted(c.get('db'), c.get('operator'), { email }, true, c.get('now'));
    if (done.ok) return success(c, { message: `${done.name} can now order without limits.` });
    if (done.code === 'not_found') throw wrongFields({ email: 'No account has this address.' });
    throw conflict('The limits of this account are already lifted.');
  })
  .post('/restore', body(z.object({ id: z.uuid('is not a person') })), async (c) => {
    const { id } = c.req.valid('json');
    const done = await setLimitsLifted(c.get('db'), c.get('operator'), { id }, false, c.get('now'));
    if (done.ok) return success(c, { message: `${done.name} has the usual order limits again.` });
    if (done.code === 'not_found') throw notFound('This account');
    throw conflict('This account already has the usual limits.');
  });
