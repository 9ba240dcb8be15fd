/** GET /api/desk/waiting: how many orders wait, or 304 when nothing has happened to any order since. */
import { Hono } from 'hono';
import { readWaiting } from '../../desk/waiting.ts';
import { type DeskEnv, watchingOperatorOnly } from '../../http/operator.ts';
import { success } from '../../http/success.ts';

export const waiting = new Hono<DeskEnv>().use(watchingOperatorOnly).get('/', async (c) => {
  const [, known] = /^"(\d+)"$/.exec(c.req.header('if-none-match') ?? '') ?? [];
  const { version, counts } = await readWaiting(c.get('db'), known);
  c.header('ETag', `"${version}"`);
  return counts ? success(c, { counts }) : c.body(null, 304);
});
