/** The editor's files under `npm start`. In production, and for unknown files, the shop's 404. */
import type { Context } from 'hono';
import type { Env } from '../http/env.ts';
import { notFoundPage } from './product.ts';

export async function editor(c: Context<Env>): Promise<Response> {
  const response = await c.env.EDITOR?.fetch(c.req.raw);
  return response && response.status !== 404 ? response : notFoundPage(c);
}
