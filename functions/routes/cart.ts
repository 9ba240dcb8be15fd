/** /api/cart: the server's copy of a signed-in shopper's cart (docs/behaviour.md, "API answers"). */
import { Hono } from 'hono';
import * as z from 'zod';
import { itemId } from '#domain/catalogue/product-id.ts';
import { changeCartLine, emptyCart, readCart, setCartLine } from '../accounts/cart.ts';
import type { Env } from '../http/env.ts';
import { route } from '../http/route.ts';

const quantity = z.int('Quantity must be a whole number.');
const line = z.object({ itemId, quantity: quantity.min(1, 'Quantity must be at least 1.') });
/** Without a quantity, or with one below 1, the line is removed. */
const change = z.object({ itemId, quantity: quantity.optional() });
const emptyBody = z.object({});

export const cart = new Hono<Env>()
  .post('/get', route('Reads the saved cart.', { session: 'any', body: emptyBody }, readCart))
  .post(
    '/add',
    route('Sets the quantity of a product in the saved cart.', { session: 'any', body: line }, setCartLine),
  )
  .post(
    '/update',
    route(
      'Sets the quantity of a product in the saved cart, or removes it.',
      { session: 'any', body: change },
      changeCartLine,
    ),
  )
  .post('/reset', route('Empties the saved cart.', { session: 'any', body: emptyBody }, emptyCart));
