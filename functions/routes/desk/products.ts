/** /api/desk/products: prices, sales and statuses of products. */
import { Hono } from 'hono';
import * as z from 'zod';
import { itemId } from '#domain/catalogue/product-id.ts';
import { productViews } from '#domain/catalogue/product-views.ts';
import { productStatuses } from '#domain/catalogue/publication.ts';
import { mostVariants, rupees } from '#domain/catalogue/variant.ts';
import type { Sale } from '#domain/pricing/sale.ts';
import { saleContent } from '#domain/pricing/sale-content.ts';
import { keysOf } from '#lib/keys.ts';
import { toRupees } from '#lib/money.ts';
import { cursorQuery } from '../../desk/paging.ts';
import { changeProduct, retryProductChange, undoProductChange } from '../../desk/product-changes.ts';
import { listProductFiles, readProductFile } from '../../desk/products.ts';
import { byId } from '../../http/fields.ts';
import { contentOnly, type DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';

const list = cursorQuery.extend({
  show: z
    .enum(keysOf(productViews), 'is not a view of the products')
    .default('all')
    .meta({ description: 'Which products are listed.' }),
  q: z
    .string()
    .max(100, 'This is too long for a search.')
    .default('')
    .meta({ description: 'What is searched for.' }),
});

const ofProduct = z.object({ productId: z.string().meta({ description: 'Id of the product.' }) });

/** An amount in paise, with the rule of content for rupees. */
const amount = z.int('must be an amount in rupees, such as 599 or 599.50').transform(toRupees).pipe(rupees);

/** A sale of one product, size or shade, with the rules of `content/sales.yaml`. Amounts are paise. */
const sale = z.object({
  name: z.string(),
  from: z.string(),
  until: z.string(),
  percent: z.number('must be a number').optional(),
  price: z.number('must be an amount in rupees, such as 599 or 599.50').optional(),
});

const item = z
  .object({
    id: itemId,
    price: amount.optional(),
    originalPrice: amount.nullable().optional(),
    sale: sale.nullable().optional(),
  })
  .transform(({ sale, ...item }, context) => {
    if (!sale) return { ...item, ...(sale === null && { sale }) };
    const { price, ...rest } = sale;
    const read = saleContent.safeParse({
      ...rest,
      products: [item.id],
      ...(price !== undefined && { price: toRupees(price) }),
    });
    for (const { path, message } of read.error?.issues ?? [])
      context.addIssue({ code: 'custom', path: ['sale', ...path], message });
    if (!read.success) return z.NEVER;
    const { everything: _, products: _p, categories: _c, brands: _b, ...own } = read.data;
    return { ...item, sale: own as Sale };
  });

const change = z.object({
  version: z.int('is not a version'),
  status: z.enum(productStatuses, `must be one of ${productStatuses.join(', ')}`).optional(),
  items: z
    .array(item)
    .max(mostVariants)
    .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, 'One is named twice.')
    .default([]),
  confirmed: z.boolean().default(false),
});

export const products = new Hono<DeskEnv>()
  .get('/', desk('Lists products, drafts too.', { query: list }, listProductFiles))
  .get(
    '/:productId',
    desk('Reads a product and its changes.', { params: ofProduct, query: cursorQuery }, readProductFile),
  )
  .post(
    '/:productId',
    contentOnly,
    desk(
      'Changes prices, sales and the status of a product.',
      { params: ofProduct, body: change },
      changeProduct,
      ({ name, version }) => ({ message: `${name} is changed. Shoppers see it now.`, version }),
    ),
  );

/** /api/desk/product-changes: what was changed. */
export const productChanges = new Hono<DeskEnv>()
  .use(contentOnly)
  .post(
    '/:id/undo',
    desk('Undoes a change of a product.', { params: byId }, undoProductChange, ({ name }) => ({
      message: `${name} is as it was before.`,
    })),
  )
  .post(
    '/:id/retry',
    desk(
      'Tries again to write a change into content.',
      { params: byId },
      retryProductChange,
      'It is tried again.',
    ),
  );
