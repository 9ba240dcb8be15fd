/** /api/desk/stock: the stock of products. */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { chosenReasons, maxPauseReason, maxPieces, stockViews } from '#domain/stock/changes.ts';
import { keysOf } from '#lib/keys.ts';
import { oneLine } from '#lib/text.ts';
import { conflict } from '../../desk/conflict.ts';
import { after } from '../../desk/paging.ts';
import { setPaused } from '../../desk/pause.ts';
import { adjustStock, belowZero, findProductStock, inPieces, listStock } from '../../desk/stock.ts';
import { body, query } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { success } from '../../http/success.ts';
import { notFound } from '../../lib/refusal.ts';

const list = z.object({
  after,
  show: z.enum(keysOf(stockViews), 'is not a view of the stock').default('sold'),
});

const pieces = z
  .int('Please enter a whole number of pieces.')
  .min(0, 'Please enter a whole number of pieces.')
  .max(maxPieces, `Please enter at most ${maxPieces} pieces.`);

const adjustment = z
  .object({
    key: z.string().regex(/^[\w-]{16,64}$/, 'is not a key'),
    reason: z.enum(chosenReasons, 'Please say why the stock changes.'),
    pieces,
    seen: z.int('is not a stock').min(0, 'is not a stock'),
    note: z
      .string()
      .trim()
      .max(200, 'Please use at most 200 characters.')
      .regex(oneLine, 'This contains a character that we cannot print.')
      .optional(),
  })
  .refine(({ reason, pieces }) => reason === 'counted' || pieces > 0, {
    path: ['pieces'],
    message: 'Please enter how many pieces.',
  });

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
    const { show, after } = c.req.valid('query');
    return success(c, await listStock(c.get('db'), show, after, c.get('now')));
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
    describeRoute('Changes the stock of a product.', [notFound, conflict, belowZero]),
    body(adjustment),
    async (c) => {
      const { note, ...adjustmentFields } = c.req.valid('json');
      const done = await adjustStock(
        c.get('db'),
        c.get('operator'),
        { ...adjustmentFields, note: note || null, productId: c.req.param('productId') },
        c.get('now'),
      );
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
