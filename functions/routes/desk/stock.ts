/** /api/desk/stock: the stock of products. */
import { Hono } from 'hono';
import * as z from 'zod';
import { maxPauseReason, stockViews } from '#domain/stock/changes.ts';
import { keysOf } from '#lib/keys.ts';
import { oneLine } from '#lib/text.ts';
import { cursorQuery } from '../../desk/paging.ts';
import { setPaused } from '../../desk/pause.ts';
import { listStock, readProductStock } from '../../desk/stock.ts';
import { adjustStock, inPieces } from '../../desk/stock-changes.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';
import { changeFields, lineFields, refuseNothing } from './stock-fields.ts';

const list = cursorQuery.extend({
  show: z
    .enum(keysOf(stockViews), 'is not a view of the stock')
    .default('sold')
    .meta({ description: 'Which products are listed.' }),
  q: z
    .string()
    .max(100, 'This is too long for a search.')
    .default('')
    .meta({ description: 'What is searched for.' }),
  category: z
    .string()
    .max(40, 'is not a category')
    .optional()
    .meta({ description: 'The category of the products.' }),
});

const ofProduct = z.object({ productId: z.string().meta({ description: 'Id of the product.' }) });
const adjustment = z.object({ ...changeFields, ...lineFields }).superRefine(refuseNothing);

const reason = z
  .string('Please give a reason for shoppers.')
  .trim()
  .min(1, 'Please give a reason for shoppers.')
  .max(maxPauseReason, `Please use at most ${maxPauseReason} characters.`)
  .regex(oneLine, 'This contains a character that we cannot print.');
const pause = z.object({ reason }).transform(({ reason }) => ({ to: reason, seen: null }));
const resume = z
  .object({ seen: z.string('is not a reason').max(maxPauseReason, 'is not a reason') })
  .transform(({ seen }) => ({ to: null, seen }));

export const stock = new Hono<DeskEnv>()
  .get('/', desk('Lists the stock of products.', { query: list }, listStock))
  .get(
    '/:productId',
    desk(
      'Reads the stock of a product and its changes.',
      { params: ofProduct, query: cursorQuery },
      readProductStock,
    ),
  )
  .post(
    '/:productId',
    desk(
      'Changes the stock of a product.',
      { params: ofProduct, body: adjustment },
      adjustStock,
      ({ stock }) => ({ message: `The stock is now ${inPieces(stock)}.`, stock }),
    ),
  )
  .post(
    '/:productId/pause',
    desk('Pauses the sale of a product.', { params: ofProduct, body: pause }, setPaused, ({ name }) => ({
      message: `${name} is not sold any more until you resume it.`,
    })),
  )
  .post(
    '/:productId/resume',
    desk('Resumes the sale of a product.', { params: ofProduct, body: resume }, setPaused, ({ name }) => ({
      message: `${name} is sold again.`,
    })),
  );
