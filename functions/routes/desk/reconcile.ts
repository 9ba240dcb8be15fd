/** /api/desk/reconcile: what does not agree, and mending it. Looking writes nothing. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { type Difference, daysOf, type Rule, ruleNames, rules } from '#features/desk/reconcile.ts';
import { mostPieces } from '#features/desk/stock.ts';
import { oneDay } from '#lib/dates.ts';
import { after, place } from '../../desk/paging.ts';
import { checkEvents, mendEvent } from '../../desk/reconcile/events.ts';
import { checkOrders } from '../../desk/reconcile/orders.ts';
import { askProviders } from '../../desk/reconcile/providers.ts';
import { mendOrder, mendWithProvider } from '../../desk/reconcile/repair.ts';
import { checkStock, mendStock } from '../../desk/reconcile/stock.ts';
import { body, query } from '../../http/body.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { notFound, Refusal, wrongFields } from '../../http/refusal.ts';
import { shopOf } from '../../http/request-context.ts';
import { providerSilent } from '../refusals.ts';
import { changed } from './changed.ts';

const asked = z.object({
  after,
  period: z.enum(['day', 'week', 'month'], 'is not a period').default('week'),
});

const mending = z.object({
  rule: z.enum(ruleNames as [Rule, ...Rule[]], 'is not a rule'),
  about: z.string('is missing').min(1, 'is missing').max(200, 'is too long'),
  seen: z.string('is missing').max(10_000, 'is too long'),
  counted: z
    .int('Please enter a whole number of pieces.')
    .min(0, 'Please enter a whole number of pieces.')
    .max(mostPieces, `Please enter at most ${mostPieces} pieces.`)
    .optional(),
});
type Mending = z.output<typeof mending>;

/** @property differences of this thing, as they are now */
type Done = { message: string; differences: Difference[] };

/** 409, with what is there now. */
function stale(differences: Difference[]): Refusal {
  const [now] = differences;
  const message = now
    ? `This has changed since you looked. Expected now: ${now.expected}; found: ${now.found}.`
    : 'This has changed since you looked: the difference is not there any more.';
  return changed(`${message} Nothing was written.`, { differences });
}

/** @throws Refusal */
async function mend(c: Context<DeskEnv>, { rule, about, seen, counted }: Mending): Promise<Done> {
  const shop = shopOf(c);
  const operator = c.get('operator');
  switch (rules[rule].part) {
    case 'stock': {
      if (counted === undefined) throw wrongFields({ counted: 'Please enter how many you counted.' });
      const done = await mendStock(shop.db, operator, { productId: about, seen, counted }, shop.now);
      if (!done) throw notFound('This product');
      if (!done.ok) throw stale(done.differences);
      return { message: `Stock and books of ${done.name} say ${counted}.`, differences: done.differences };
    }
    case 'events': {
      const done = await mendEvent(shop, operator, about);
      if (!done) throw notFound('This message');
      if (done.ok) return { message: done.says, differences: done.differences };
      throw done.code === 'silent' ? providerSilent() : stale([]);
    }
    default: {
      const how = rules[rule].part === 'orders' ? mendOrder : mendWithProvider;
      const done = await how(shop, operator, { rule, orderId: about, seen });
      if (done.ok) return { message: capital(done.says), differences: done.differences };
      switch (done.code) {
        case 'not_found':
          throw notFound('This order');
        case 'silent':
          throw providerSilent();
        case 'by_hand':
          throw new Refusal(409, 'by_hand', 'No machine may decide this: it has to be mended by hand.');
        case 'changed':
          throw stale(done.differences);
      }
    }
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const reconcile = new Hono<DeskEnv>()
  .get('/stock', query(place), async (c) =>
    c.json({ success: true as const, ...(await checkStock(c.get('db'), c.req.valid('query').after)) }),
  )
  .get('/events', query(place), async (c) =>
    c.json({
      success: true as const,
      ...(await checkEvents(c.get('db'), c.get('now'), c.req.valid('query').after)),
    }),
  )
  .get('/orders', query(place), async (c) =>
    c.json({ success: true as const, ...(await checkOrders(shopOf(c), c.req.valid('query').after)) }),
  )
  .get('/providers', query(asked), async (c) => {
    const { after, period } = c.req.valid('query');
    const since = c.get('now') - daysOf[period] * oneDay;
    return c.json({ success: true as const, ...(await askProviders(shopOf(c), since, after)) });
  })
  .post('/mend', body(mending), async (c) =>
    c.json({ success: true as const, ...(await mend(c, c.req.valid('json'))) }),
  );
