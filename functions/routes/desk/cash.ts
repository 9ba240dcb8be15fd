/** /api/desk/cash: the cash that couriers have to hand in, and what they have transferred. */
import { Hono } from 'hono';
import * as z from 'zod';
import { maxUtr } from '#domain/shipping/shipping-constants.ts';
import { cashFields } from '../../accounts/prove-operator.ts';
import { readCash } from '../../desk/outstanding-cash.ts';
import { creditTransfer } from '../../desk/remittance-transfers.ts';
import { amountAboveZero } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';

const credited = z.object({
  utr: z.string('Please name the transfer.').min(1, 'Please name the transfer.').max(maxUtr),
  credited: amountAboveZero,
  password: cashFields.password,
});

export const cash = new Hono<DeskEnv>()
  .get('/', desk('Sums the cash that couriers have to hand in, and lists their transfers.', {}, readCash))
  .post(
    '/credited',
    desk(
      'Records what the bank has credited for a transfer of a courier.',
      { body: credited },
      creditTransfer,
      (_, { utr }) => ({ message: `Recorded what the bank has credited for ${utr}.` }),
    ),
  );
