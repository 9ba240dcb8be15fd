/** /api/desk/stock: the stock of products. */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { maxPauseReason, stockViews } from '#domain/stock/changes.ts';
import { keysOf } from '#lib/keys.ts';
import { oneLine } from '#lib/text.ts';
import { conflict } from '../../desk/conflict.ts';
import { after } from '../../desk/paging.ts';
import { setPaused } from '../../desk/pause.ts';
import { findProductStock, listStock } from '../../desk/stock.ts';
import { adjustStock, belowZero, hasNoStock, inPieces } from '../../desk/stock-changes.ts';
import { body, query } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { success } from '../../http/success.ts';
import { notFound } from '../../lib/refusal.ts';
import { changeFields, lineFields, refuseNothing } from './stock-fields.ts';

/** Words of a search that count. */
const maxWords = 8;

const list = z.object({
  after,
  show: z.enum(keysOf(stockViews), 'is not a view of the stock').default('sold'),
  q: z.string().max(100, 'This is too long for a search.').default(''),
  category: z.string().max(40, 'is not a category').optional(),
});

const adjustment = z.object({ ...changeFields, ...lineFields }).superRefine(refuseNothing);

const pauseReason = z
  .string('Please give a reason for shoppers.')
  .trim()
  .min(1, 'Please give a reason for shoppers.')
  .max(maxPauseReason, `Please use at most ${maxPauseReason} characters.`)
  .regex(oneLine, 'This contains a character that we cannot print.');

/** Pauses the sale with a reason, or resumes it with null. @returns the product's name @throws Refusal */
async function setSelling(c: Context<DeskEnv>, productId: string, to: string | null, seen: string | null) {
  const done = await setPaused(c.get('db'), c.get('operator'), { productId, to, seen }, c.get('now'));
  if (!done.ok) throw done;
  return done.name;
}

export const stock = new Hono<DeskEnv>()
  .get('/', describeRoute('Lists the stock of products.'), query(list), async (c) => {
    const { show, q, category, after } = c.req.valid('query');
    const words = q.split(/\s+/).filter(Boolean).slice(0, maxWords);
    return success(c, await listStock(c.get('db'), { view: show, words, category }, after, c.get('now')));
  })
  .get(
    '/:productId',
    describeRoute('Reads the stock of a product and its changes.', [notFound]),
    query(z.object({ after })),
    async (c) => {
      const { productId } = c.req.param();
      const details = await findProductStock(
        c.get('db'),
        productId,
        c.req.valid('query').after,
        c.get('now'),
      );
      if (!details) throw notFound('This product');
      return success(c, details);
    },
  )
  .post(
    '/:productId',
    describeRoute('Changes the stock of a product.', [notFound, conflict, belowZero, hasNoStock]),
    body(adjustment),
    async (c) => {
      const adjustmentFields = { ...c.req.valid('json'), productId: c.req.param('productId') };
      const done = await adjustStock(c.get('db'), c.get('operator'), adjustmentFields, c.get('now'));
      if (!done.ok) throw done;
      return success(c, { message: `The stock is now ${inPieces(done.stock)}.`, stock: done.stock });
    },
  )
  .post(
    '/:productId/pause',
    describeRoute('Pauses the sale of a product.', [notFound, conflict]),
    body(z.object({ reason: pauseReason })),
    async (c) => {
      const name = await setSelling(c, c.req.param('productId'), c.req.valid('json').reason, null);
      return success(c, { message: `${name} is not sold any more until you resume it.` });
    },
  )
  .post(
    '/:productId/resume',
    describeRoute('Resumes the sale of a product.', [notFound, conflict]),
    body(z.object({ seen: z.string('is not a reason').max(maxPauseReason, 'is not a reason') })),
    async (c) => {
      const name = await setSelling(c, c.req.param('productId'), null, c.req.valid('json').seen);
      return success(c, { message: `${name} is sold again.` });
    },
  );
