/**
 * Serves parts of the build's videos. WebKit plays a video only if requests for a part get that part (206), but
 * Cloudflare's assets return the whole file. So the Worker runs first for them (wrangler.toml, `run_worker_first`).
 */
import type { Context } from 'hono';
import type { Env } from '../http/env.ts';
import { notFoundPage } from './product.ts';

/** First and last byte, both included. */
type Range = { start: number; end: number };

/**
 * Reads a `Range` header of one part.
 * @param size of the whole file, bytes
 * @returns the part; `unsatisfiable` when it is outside of the file; `undefined` for the whole file: without a header,
 * with an invalid header, and for several parts
 */
export function readRange(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (!first && !last) return undefined;
  if (!first)
    return Number(last) && size
      ? { start: Math.max(0, size - Number(last)), end: size - 1 }
      : 'unsatisfiable';
  const start = Number(first);
  if (last && Number(last) < start) return undefined;
  return start < size ? { start, end: last ? Math.min(Number(last), size - 1) : size - 1 } : 'unsatisfiable';
}

/** Whether the client's earlier part is of the same file (RFC 9110, 13.1.5). Weak ETags and dates do not count. */
const isSameFile = (ifRange: string | undefined, etag: string | null): boolean =>
  ifRange === undefined || (ifRange === etag && !etag.startsWith('W/'));

/** The file, or the part that `Range` requests; 416 when there is no such part. */
export async function video(c: Context<Env>): Promise<Response> {
  const file = await c.env.ASSETS.fetch(c.req.raw);
  if (file.status === 404) return notFoundPage(c);
  const headers = new Headers(file.headers);
  headers.set('Accept-Ranges', 'bytes');
  const range = c.req.method === 'GET' ? c.req.header('range') : undefined;
  if (file.status !== 200 || !range || !isSameFile(c.req.header('if-range'), headers.get('etag')))
    return new Response(file.body, { status: file.status, headers });

  const bytes = await file.arrayBuffer();
  const part = readRange(range, bytes.byteLength);
  if (!part) return new Response(bytes, { headers });
  if (part === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${bytes.byteLength}`);
    headers.delete('Content-Length');
    return new Response(null, { status: 416, headers });
  }
  headers.set('Content-Range', `bytes ${part.start}-${part.end}/${bytes.byteLength}`);
  headers.set('Content-Length', String(part.end - part.start + 1));
  return new Response(bytes.slice(part.start, part.end + 1), { status: 206, headers });
}
