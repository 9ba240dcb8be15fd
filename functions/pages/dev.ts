/** Pages below /dev under `npm start`. In production, and for a host name that is not local, the shop's 404. */
import type { Context } from 'hono';
import { isLocalHost } from '#lib/local-hosts.ts';
import type { Env } from '../http/env.ts';
import { notFoundPage } from './product.ts';

export const dev = async (c: Context<Env>): Promise<Response> =>
  c.env.DEV && isLocalHost(c.req.url, c.env.DEV_HOSTS) ? c.env.DEV.fetch(c.req.raw) : notFoundPage(c);
