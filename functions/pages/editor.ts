/** The editor's files under `npm start`; anywhere else, and for a file that is none, the shop's own 404. */
import type { Context } from 'hono';
import type { Env } from '../http/env.ts';
import { notFoundPage } from './product.ts';

export async function editor(c: Context<Env>): Promise<Response> {
  const answer = await c.env.EDITOR?.fetch(c.req.raw);
  return answer && answer.status !== 404 ? answer : notFoundPage(c);
}
