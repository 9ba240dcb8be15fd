/**
 * /api/desk/orders: finding orders, looking at one, notes and packing slips. What moves an order has its
 * addresses below /api/order (functions/routes/order-admin.ts), with `seen` from here.
 */
import { Hono } from 'hono';
import { z } from 'zod';
import { statusFilters } from '#features/desk/orders.ts';
import { paymentMethods, unshipped } from '#features/orders/order.ts';
import { oneDay, startOfDay } from '#lib/dates.ts';
import { someLines } from '#lib/text.ts';
import { orderAtDesk, writeNote } from '../../desk/order.ts';
import { listOrders } from '../../desk/orders.ts';
import { slips } from '../../desk/packing-slips.ts';
import { after } from '../../desk/paging.ts';
import { body, query } from '../../http/body.ts';
import { seenRows } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { notFound } from '../../http/refusal.ts';
import { store } from '../../lib/store.ts';
import { orderChanged } from '../refusals.ts';

/** An Indian day, as its first moment. */
const day = z.string().transform((name, context) => {
  const at = startOfDay(name);
  if (at === undefined) context.addIssue({ code: 'custom', message: 'is not a day such as 2026-11-21' });
  return at ?? 0;
});

const list = z.object({
  after,
  q: z.string().max(254).optional(),
  status: z.enum(statusFilters, 'is not a status').optional(),
  method: z.enum(paymentMethods, 'is not a way to pay').optional(),
  paid: z.enum(['yes', 'no'], 'is yes or no').optional(),
  account: z.string().max(64).optional(),
  from: day.optional(),
  to: day.optional(),
});

const orderId = z.uuid('is not an order');
const note = z.object({
  note: z
    .string('Please write the note.')
    .trim()
    .min(1, 'Please write the note.')
    .max(1000, 'A note can have at most 1,000 characters.')
    .regex(someLines, 'contains a control character'),
  seen: seenRows,
});

const slip = z.object({
  after,
  order: orderId.optional(),
  status: z.enum(['unshipped', ...unshipped], 'is not a status that is packed').optional(),
});

/** What is no id finds no order. */
const idOf = (text: string): string => orderId.safeParse(text).data ?? '';

export const orders = new Hono<DeskEnv>()
  .get('/', query(list), async (c) => {
    const { after, paid, to, ...filter } = c.req.valid('query');
    const found = await listOrders(
      c.get('db'),
      { ...filter, paid: paid && paid === 'yes', to: to === undefined ? undefined : to + oneDay },
      after,
    );
    return c.json({ success: true as const, ...found });
  })
  .get('/slips', query(slip), async (c) => {
    const { after, order, status } = c.req.valid('query');
    const wanted = { orderId: order, status: status === 'unshipped' ? undefined : status };
    return c.json({ success: true as const, ...(await slips(c.get('db'), store, wanted, after)) });
  })
  .post('/:id/note', body(note), async (c) => {
    const noted = { orderId: idOf(c.req.param('id')), ...c.req.valid('json') };
    const done = await writeNote(c.get('db'), c.get('operator'), noted, c.get('now'));
    if (done.ok) return c.json({ success: true as const, message: 'The note is kept.', seen: done.seen });
    throw done.code === 'changed' ? orderChanged(done) : notFound('This order');
  })
  .get('/:id', async (c) => {
    const found = await orderAtDesk(c.get('db'), idOf(c.req.param('id')));
    if (!found) throw notFound('This order');
    return c.json({ success: true as const, ...found });
  });
