/** /api/cart: the server's copy of a signed-in shopper's cart (docs/behaviour.md 20.2). */
import { Hono } from 'hono';
import { z } from 'zod';
import { productId } from '#features/catalogue/product.ts';
import { emptyCart, readCart, removeCartLine, setCartLine } from '../cart/cart.ts';
import { body } from '../http/body.ts';
import type { Env } from '../http/env.ts';
import { signedIn } from '../http/middleware.ts';
import { notFound, signedOut } from '../http/refusal.ts';
import { owner } from '../http/request-context.ts';

const quantity = z.int('Quantity must be a whole number.');
const line = z.object({ itemId: productId, quantity: quantity.min(1, 'Quantity must be at least 1.') });
/** Without a quantity, or with one below 1, the line is removed. */
const change = z.object({ itemId: productId, quantity: quantity.optional() });
const emptyBody = z.object({});

/** The response of all cart routes. */
function cartBody(result: Awaited<ReturnType<typeof readCart>>) {
  if (result.ok) return { success: true as const, cartData: result.cart };
  throw result.code === 'signed_out' ? signedOut() : notFound('This product');
}

export const cart = new Hono<Env>()
  .post('/get', signedIn, body(emptyBody), async (c) =>
    c.json(cartBody(await readCart(c.get('db'), owner(c)))),
  )
  .post('/add', signedIn, body(line), async (c) => {
    const { itemId, quantity } = c.req.valid('json');
    return c.json(cartBody(await setCartLine(c.get('db'), owner(c), itemId, quantity)));
  })
  .post('/update', signedIn, body(change), async (c) => {
    const { itemId, quantity = 0 } = c.req.valid('json');
    const db = c.get('db');
    return c.json(
      cartBody(
        await (quantity < 1
          ? removeCartLine(db, owner(c), itemId)
          : setCartLine(db, owner(c), itemId, quantity)),
      ),
    );
  })
  .post('/reset', signedIn, body(emptyBody), async (c) =>
    c.json(cartBody(await emptyCart(c.get('db'), owner(c)))),
  );
