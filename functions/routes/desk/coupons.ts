/** /api/desk/coupons: codes that take something off an order. */
import { Hono } from 'hono';
import { z } from 'zod';
import { emailField } from '#features/addresses/address.ts';
import { codeViews, endOfLastDay, newCodeOf } from '#features/desk/codes.ts';
import { formatOrderDate } from '#lib/dates.ts';
import { keysOf } from '#lib/keys.ts';
import { toPaise } from '#lib/money.ts';
import { endCode, listCodes, makeCode } from '../../desk/coupons.ts';
import { after } from '../../desk/paging.ts';
import { body, query } from '../../http/body.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { notFound, Refusal, wrongFields } from '../../http/refusal.ts';
import { changed } from './changed.ts';

const list = z.object({
  after,
  show: z.enum(keysOf(codeViews), 'is not a view of the codes').default('all'),
  q: z.string().max(60, 'Please use at most 60 characters.').optional(),
});

const says = {
  code: 'A code has 3 to 20 letters, digits and hyphens.',
  percent: 'Please enter a whole number of per cent, 1 to 100.',
  minOrder: 'Please enter an amount in rupees, such as 499 or 499.50.',
  lastDay: 'Please choose the last day on which it is taken.',
  maxUses: 'Please enter a whole number, 1 or more, or leave it empty.',
} as const;

/** Amounts are rupees here, as a client has them. */
const newCode = z.object({
  code: z
    .string(says.code)
    .transform((typed) => newCodeOf(typed) ?? '')
    .refine(Boolean, says.code),
  percent: z.int(says.percent).min(1, says.percent).max(100, says.percent),
  minOrder: z
    .number(says.minOrder)
    .min(0, says.minOrder)
    .max(1_000_000, says.minOrder)
    .refine((rupees) => toPaise(rupees) !== undefined, says.minOrder)
    .transform((rupees) => toPaise(rupees) ?? 0)
    .default(0),
  lastDay: z.iso.date(says.lastDay).transform(endOfLastDay),
  maxUses: z.int(says.maxUses).min(1, says.maxUses).max(1_000_000, says.maxUses).nullable().default(null),
  email: emailField.nullable().default(null),
});

export const coupons = new Hono<DeskEnv>()
  .get('/', query(list), async (c) =>
    c.json({ success: true as const, ...(await listCodes(c.get('db'), c.req.valid('query'), c.get('now'))) }),
  )
  .post('/', body(newCode), async (c) => {
    const { minOrder: minSubtotal, lastDay: validUntil, ...rest } = c.req.valid('json');
    const now = c.get('now');
    if (validUntil <= now) throw wrongFields({ lastDay: 'This day is over already.' });
    const made = await makeCode(c.get('db'), c.get('operator'), { ...rest, minSubtotal, validUntil }, now);
    if (made.ok)
      return c.json({
        success: true as const,
        message: `${made.coupon.code} can be used now.`,
        coupon: made.coupon,
      });
    const message = 'There is such a code already; hyphens do not make another one.';
    throw new Refusal(409, 'exists', message, { fields: { code: message } });
  })
  .post('/:code/end', body(z.object({})), async (c) => {
    const done = await endCode(c.get('db'), c.get('operator'), c.req.param('code'), c.get('now'));
    if (done.ok)
      return c.json({
        success: true as const,
        message: `${done.coupon.code} has ended.`,
        coupon: done.coupon,
      });
    if (done.code === 'not_found') throw notFound('This code');
    throw changed(`This code is over already: its last day was ${formatOrderDate(done.coupon.lastDay)}.`, {
      coupon: done.coupon,
    });
  });
