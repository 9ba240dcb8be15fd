/** /api/desk/shipping: couriers. */
import { Hono } from 'hono';
import type { DeskEnv } from '../../http/operator.ts';
import { success } from '../../http/success.ts';
import { couriers } from '../../lib/couriers.ts';

export const shipping = new Hono<DeskEnv>().get('/couriers', (c) =>
  success(c, { couriers: couriers.map(({ name, pattern, numbers }) => ({ name, pattern, numbers })) }),
);
