/** /api/cart: the server's copy of a signed-in shopper's cart (docs/behaviour.md, "API answers"). */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { itemId } from '#domain/catalogue/product-id.ts';
import { emptyCart, readCart, removeCartLine, setCartLine } from '../accounts/cart.ts';
import { body } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import type { Env } from '../http/env.ts';
import { signedIn } from '../http/middleware.ts';
import { owner } from '../http/request-context.ts';
import { success } from '../http/success.ts';
import { notFound } from '../lib/refusal.ts';

const quantity = z.int('Quantity must be a whole number.');
const line = z.object({ itemId, quantity: quantity.min(1, 'Quantity must be at least 1.') });
/** Without a quantity, or with one below 1, the line is removed. */
const change = z.object({ itemId, quantity: quantity.optional() });
const emptyBody = z.object({});

/** The response of all cart routes. @throws Refusal */
async function respond(c: Context<Env>, change: ReturnType<typeof readCart>) {
  const result = await change;
  if (!result.ok) throw result;
  return success(c, { cartData: result.cart });
}

export const cart = new Hono<Env>()
  .post('/get', describeRoute('Reads the saved cart.'), signedIn, body(emptyBody), (c) =>
    respond(c, readCart(c.get('db'), owner(c))),
  )
  .post(
    '/add',
    describeRoute('Sets the quantity of a product in the saved cart.', [notFound]),
    signedIn,
    body(line),
    (c) => {
      const { itemId, quantity } = c.req.valid('json');
      return respond(c, setCartLine(c.get('db'), owner(c), itemId, quantity));
    },
  )
  .post(
    '/update',
    describeRoute('Sets the quantity of a product in the saved cart, or removes it.', [notFound]),
    signedIn,
    body(change),
    (c) => {
      const { itemId, quantity = 0 } = c.req.valid('json');
      const db = c.get('db');
      return respond(
        c,
        quantity < 1 ? removeCartLine(db, owner(c), itemId) : setCartLine(db, owner(c), itemId, quantity),
      );
    },
  )
  .post('/reset', describeRoute('Empties the saved cart.'), signedIn, body(emptyBody), (c) =>
    respond(c, emptyCart(c.get('db'), owner(c))),
  );
