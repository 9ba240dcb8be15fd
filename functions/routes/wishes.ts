/** /api/wishlist: the wish list of an account (docs/behaviour.md, "Wish list"). */
import { Hono } from 'hono';
import * as z from 'zod';
import { productId } from '#domain/catalogue/product-id.ts';
import { maxWishes } from '#domain/wishlist/wish-list.ts';
import { changeWishes, readWishes } from '../accounts/wishes.ts';
import type { Env } from '../http/env.ts';
import { route } from '../http/route.ts';

const upTo = <One extends z.ZodType>(one: One) =>
  z.array(one).max(maxWishes, `At most ${maxWishes} products can be sent.`);

/** When a product was saved: UTC ms, by the clock of the device. */
const at = z.int('The time is not valid.').min(1, 'The time is not valid.');

const change = z.object({ save: upTo(z.object({ id: productId, at })), remove: upTo(productId) });

export const wishlist = new Hono<Env>()
  .get('/', route('Reads the wish list of the account.', { session: 'account' }, readWishes))
  .post(
    '/',
    route(
      'Saves products in the wish list of the account, and removes others.',
      { session: 'account', body: change },
      changeWishes,
    ),
  );
