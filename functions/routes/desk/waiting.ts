/** GET /api/desk/waiting: how many orders wait, or 304 when nothing has happened to any order since. */
import { Hono } from 'hono';
import { readWaiting } from '../../desk/waiting.ts';
import { type DeskEnv, watchingOperatorOnly } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';
import { success } from '../../http/success.ts';

export const waiting = new Hono<DeskEnv>().use(watchingOperatorOnly).get(
  '/',
  desk('Counts the orders that wait.', {}, readWaiting, ({ version, counts }, _, c) => {
    c.header('ETag', `"${version}"`);
    return counts ? success(c, { counts }) : c.body(null, 304);
  }),
);
