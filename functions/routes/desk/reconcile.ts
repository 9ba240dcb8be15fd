/** /api/desk/reconcile: finding differences, which writes nothing, and repairing them. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { type Difference, daysOf, type Rule, ruleNames, rules } from '#features/desk/reconcile/rules.ts';
import { maxPieces } from '#features/desk/stock/changes.ts';
import { oneDay } from '#lib/dates.ts';
import { after, cursorQuery } from '../../desk/paging.ts';
import { checkEvents, repairEvent } from '../../desk/reconcile/events.ts';
import { checkOrderPage } from '../../desk/reconcile/orders.ts';
import { checkProviders } from '../../desk/reconcile/providers.ts';
import { repairOrder, repairWithProvider } from '../../desk/reconcile/repair.ts';
import { checkStock, repairStock } from '../../desk/reconcile/stock.ts';
import { body, query } from '../../http/body.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { notFound, Refusal, wrongFields } from '../../http/refusal.ts';
import { requestContext } from '../../http/request-context.ts';
import { providerUnreachable } from '../order-refusals.ts';
import { conflict } from './conflict.ts';

const providerQuery = z.object({
  after,
  period: z.enum(['day', 'week', 'month'], 'is not a period').default('week'),
});

const repairBody = z.object({
  rule: z.enum(ruleNames as [Rule, ...Rule[]], 'is not a rule'),
  about: z.string('is missing').min(1, 'is missing').max(200, 'is too long'),
  seen: z.string('is missing').max(10_000, 'is too long'),
  counted: z
    .int('Please enter a whole number of pieces.')
    .min(0, 'Please enter a whole number of pieces.')
    .max(maxPieces, `Please enter at most ${maxPieces} pieces.`)
    .optional(),
});
type RepairBody = z.output<typeof repairBody>;

/** @property differences of the same order, product or event now */
type RepairAnswer = { message: string; differences: Difference[] };

/** The refusal 409 with the present differences. */
function stale(differences: Difference[]): Refusal {
  const [now] = differences;
  const message = now
    ? `This has changed since you looked. Expected now: ${now.expected}; found: ${now.found}.`
    : 'This has changed since you looked: the difference no longer exists.';
  return conflict(`${message} Nothing was written.`, { differences });
}

/** @throws Refusal */
async function applyRepair(
  c: Context<DeskEnv>,
  { rule, about, seen, counted }: RepairBody,
): Promise<RepairAnswer> {
  const shop = requestContext(c);
  const operator = c.get('operator');
  switch (rules[rule].part) {
    case 'stock': {
      if (counted === undefined) throw wrongFields({ counted: 'Please enter how many you counted.' });
      const done = await repairStock(shop.db, operator, { productId: about, seen, counted }, shop.now);
      if (!done) throw notFound('This product');
      if (!done.ok) throw stale(done.differences);
      return {
        message: `Stock and ledger of ${done.name} are now ${counted}.`,
        differences: done.differences,
      };
    }
    case 'events': {
      const done = await repairEvent(shop, operator, about);
      if (!done) throw notFound('This message');
      if (done.ok) return { message: done.message, differences: done.differences };
      throw done.code === 'unreachable' ? providerUnreachable() : stale([]);
    }
    default: {
      const how = rules[rule].part === 'orders' ? repairOrder : repairWithProvider;
      const done = await how(shop, operator, { rule, orderId: about, seen });
      if (done.ok) return { message: capitalize(done.message), differences: done.differences };
      switch (done.code) {
        case 'not_found':
          throw notFound('This order');
        case 'unreachable':
          throw providerUnreachable();
        case 'by_hand':
          throw new Refusal(409, 'by_hand', 'This difference has to be repaired by hand.');
        case 'changed':
          throw stale(done.differences);
      }
    }
  }
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const reconcile = new Hono<DeskEnv>()
  .get('/stock', query(cursorQuery), async (c) =>
    c.json({ success: true as const, ...(await checkStock(c.get('db'), c.req.valid('query').after)) }),
  )
  .get('/events', query(cursorQuery), async (c) =>
    c.json({
      success: true as const,
      ...(await checkEvents(c.get('db'), c.get('now'), c.req.valid('query').after)),
    }),
  )
  .get('/orders', query(cursorQuery), async (c) =>
    c.json({
      success: true as const,
      ...(await checkOrderPage(requestContext(c), c.req.valid('query').after)),
    }),
  )
  .get('/providers', query(providerQuery), async (c) => {
    const { after, period } = c.req.valid('query');
    const since = c.get('now') - daysOf[period] * oneDay;
    return c.json({ success: true as const, ...(await checkProviders(requestContext(c), since, after)) });
  })
  .post('/mend', body(repairBody), async (c) =>
    c.json({ success: true as const, ...(await applyRepair(c, c.req.valid('json'))) }),
  );
