/** /api/desk/cash: the cash that couriers have to hand in, and what they have transferred. */
import { Hono } from 'hono';
import * as z from 'zod';
import { maxUtr } from '#domain/shipping/shipping-constants.ts';
import { sessionCode } from '../../accounts/second-factor.ts';
import { selectOutstandingCash, sumOutstandingCash } from '../../desk/outstanding-cash.ts';
import { creditTransfer, selectTransfers, serializeTransfers } from '../../desk/remittance-transfers.ts';
import { body } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import { amountAboveZero } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { success } from '../../http/success.ts';
import { cashFields, provenCash } from './operator-proof.ts';

const creditedBody = z.object({
  utr: z.string('Please name the transfer.').min(1, 'Please name the transfer.').max(maxUtr),
  credited: amountAboveZero,
  password: cashFields.password,
});

export const cash = new Hono<DeskEnv>()
  .get(
    '/',
    describeRoute('Sums the cash that couriers have to hand in, and lists their transfers.'),
    async (c) => {
      const db = c.get('db');
      const [owed, transfers] = await db.read.batch([selectOutstandingCash(db), selectTransfers(db)]);
      return success(c, {
        ...sumOutstandingCash(owed, c.get('now')),
        transfers: serializeTransfers(transfers),
      });
    },
  )
  .post(
    '/credited',
    describeRoute('Records what the bank has credited for a transfer of a courier.', [sessionCode]),
    body(creditedBody),
    async (c) => {
      const { utr, credited, password } = c.req.valid('json');
      const proven = await provenCash(c, password);
      const done = await creditTransfer(
        c.get('db'),
        c.get('operator'),
        { utr, credited },
        c.get('now'),
        proven,
      );
      if (!done.ok) throw done;
      return success(c, { message: `Recorded what the bank has credited for ${utr}.` });
    },
  );
