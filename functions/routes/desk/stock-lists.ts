/** /api/desk/stock-lists: the stock of many products in one step, and undoing it. */
import { Hono } from 'hono';
import * as z from 'zod';
import { itemId } from '#domain/catalogue/product-id.ts';
import { maxListLines } from '#domain/stock/changes.ts';
import { conflict } from '../../desk/conflict.ts';
import { cursorQuery } from '../../desk/paging.ts';
import { listItems } from '../../desk/stock.ts';
import {
  changeStockOfList,
  countedSince,
  hasNoStock,
  listBelowZero,
  undoList,
  unknownProducts,
} from '../../desk/stock-changes.ts';
import { body, bodyLimit, query } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { success } from '../../http/success.ts';
import { notFound } from '../../lib/refusal.ts';
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
  .get(
    '/items',
    describeRoute('Lists all that is sold, with its codes and stock.'),
    query(cursorQuery),
    async (c) => success(c, await listItems(c.get('db'), c.req.valid('query').after)),
  )
  .post(
    '/',
    describeRoute('Changes the stock of all products of a list.', [
      conflict,
      listBelowZero,
      unknownProducts,
      hasNoStock,
    ]),
    body(list, bodyLimit.order),
    async (c) => {
      const done = await changeStockOfList(c.get('db'), c.get('operator'), c.req.valid('json'), c.get('now'));
      if (!done.ok) throw done;
      return success(c, { message: done.message });
    },
  )
  .post(
    '/undo',
    describeRoute('Undoes a list.', [notFound, countedSince, listBelowZero]),
    body(z.object({ key })),
    async (c) => {
      const done = await undoList(c.get('db'), c.get('operator'), c.req.valid('json').key, c.get('now'));
      if (!done.ok) throw done;
      return success(c, { message: done.message });
    },
  );
