/** /api/desk/sale-day: limits for the time of a sale. */
import { Hono } from 'hono';
import * as z from 'zod';
import { expectedForm, saleDayLimits } from '#domain/sale-day/form.ts';
import { proofFields } from '../../accounts/prove-operator.ts';
import { endSaleDay, readSaleDay, setSaleDay } from '../../desk/sale-day.ts';
import { byId } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';

/** UTC ms. */
const time = (message: string) => z.int(message).min(0, message).max(8_000_000_000_000, message);

const newSaleDay = z.object({
  startsAt: time('Please choose when the limits begin.'),
  endsAt: time('Please choose when the limits end.'),
  limits: saleDayLimits,
  expected: expectedForm,
  ...proofFields,
});

export const saleDay = new Hono<DeskEnv>()
  .get('/', desk('Reads what is on sale, and the limits that can be set for it.', {}, readSaleDay))
  .post(
    '/',
    desk(
      'Sets limits for the time of a sale.',
      { body: newSaleDay },
      setSaleDay,
      'The limits are set. They end by themselves.',
    ),
  )
  .post(
    '/:id/end',
    desk(
      'Ends the limits of a sale now.',
      { params: byId, body: z.object({}) },
      endSaleDay,
      'The usual limits count again.',
    ),
  );
