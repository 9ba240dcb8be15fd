/** GET /api/desk/waiting: how many orders wait, or 304 when nothing has happened to any order since. */
import { Hono } from 'hono';
import { readWaiting } from '../../desk/waiting.ts';
import { describeRoute } from '../../http/describe-route.ts';
import { type DeskEnv, watchingOperatorOnly } from '../../http/operator.ts';
import { success } from '../../http/success.ts';

/** A version as the browser sends it back. Cloudflare makes the ETag of a compressed answer a weak one. */
const knownVersion = /^(?:W\/)?"(\d+)"$/;

export const waiting = new Hono<DeskEnv>()
  .use(watchingOperatorOnly)
  .get('/', describeRoute('Counts the orders that wait.'), async (c) => {
    const [, known] = knownVersion.exec(c.req.header('if-none-match') ?? '') ?? [];
    const { version, counts } = await readWaiting(c.get('db'), known);
    c.header('ETag', `"${version}"`);
    return counts ? success(c, { counts }) : c.body(null, 304);
  });
