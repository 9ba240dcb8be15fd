/**
 * The routes of your own shop, below `/api/own` (docs/forks.md). Nothing of the shop changes this file.
 *
 * A route is a line, as in `functions/routes` (functions/http/route.ts has the builder):
 *
 *     export const own = new Hono<Env>()
 *       .get('/hours', route('Says when the studio is open.', {}, readHours))
 *       .post('/visits', route('Books a visit.', { session: 'account', body: visit }, bookVisit, 'The visit is booked.'));
 *
 * Who may call it is in the second part: `{}` everybody, `{ session: 'any' }` accounts and guests, `{ session: 'account' }`
 * accounts alone. Without a token the builder refuses; the action finds out whose it is, by `call.owner`, as those of
 * functions/accounts/wishes.ts do. Routes for operators have `.use('/desk/*', operatorOnly, currentPage)` before them and
 * `desk(…)` in place of `route(…)`, as in functions/routes/desk/index.ts. `call.bindings` has the Worker's settings and bindings.
 *
 * Each route needs an entry in tests/support/own/routes.ts: the tests of all routes then try it.
 */
import { Hono } from 'hono';
import type { Env } from '../http/env.ts';

export const own = new Hono<Env>();
