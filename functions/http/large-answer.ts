/** Answers of megabytes that are the same for everybody: revalidated by their ETag, and few for a network. */
import type { Context } from 'hono';
import { widestOf } from '../lib/network.ts';
import { tooMany } from '../lib/refusal.ts';
import type { Env } from './env.ts';
import { clientNetworks } from './middleware.ts';

/** Bytes above which an answer is counted (wrangler.toml, LARGE). */
const large = 500_000;

/**
 * Answers with a body; with an empty 304 to a client that has it already.
 * @throws Refusal 429 for a network that has asked for many large ones
 */
export async function answerLarge(
  c: Context<Env>,
  { body, etag }: { body: Uint8Array<ArrayBuffer>; etag: string },
  headers: { 'Content-Type': string; 'Cache-Control': string },
): Promise<Response> {
  const known = c.req.header('If-None-Match') ?? '';
  if (known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))
    return c.body(null, 304, { ...headers, ETag: etag });
  if (body.length > large) {
    const { success } = await c.env.LARGE.limit({ key: widestOf(clientNetworks(c.req)) });
    if (!success)
      throw tooMany(60, 'The whole catalogue was sent often. Please wait a minute and try again.');
  }
  return c.body(body, 200, { ...headers, ETag: etag });
}
