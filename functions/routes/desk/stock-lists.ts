/** /api/desk/stock-lists: the stock of many products in one step, and undoing it. */
import { Hono } from 'hono';
import * as z from 'zod';
import { itemId } from '#domain/catalogue/product-id.ts';
import { maxListLines } from '#domain/stock/changes.ts';
import { cursorQuery } from '../../desk/paging.ts';
import { listItems } from '../../desk/stock.ts';
import { changeStockOfList, undoList } from '../../desk/stock-changes.ts';
import { bodyLimit } from '../../http/body.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';
import { changeFields, key, lineFields, refuseNothing } from './stock-fields.ts';

const list = z
  .object({
    ...changeFields,
    lines: z
      .array(z.object({ productId: itemId, ...lineFields }))
      .min(1, 'The list is empty.')
      .max(maxListLines, `Please send at most ${maxListLines} products at once.`)
      .refine(
        (lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length,
        'A product is named twice.',
      ),
  })
  .superRefine(({ reason, lines }, context) => {
    for (const [n, { pieces }] of lines.entries()) refuseNothing({ reason, pieces }, context, ['lines', n]);
  });

export const stockLists = new Hono<DeskEnv>()
  .get('/items', desk('Lists all that is sold, with its codes and stock.', { query: cursorQuery }, listItems))
  .post(
    '/',
    desk(
      'Changes the stock of all products of a list.',
      { body: list, limit: bodyLimit.order },
      changeStockOfList,
    ),
  )
  .post('/undo', desk('Undoes a list.', { body: z.object({ key }) }, undoList));
