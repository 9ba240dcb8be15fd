/**
 * Videos support range requests, which WebKit needs; the Worker answers them (RFC 9110, section 14). Other
 * headers: functions/pages/video.test.ts.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { useShop } from '../support/shop.ts';

const shop = useShop();
let path = '';
let whole: Buffer;

const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(new URL(path, shop.stack.url), { method, headers });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

beforeAll(async () => {
  const home = await (await fetch(shop.stack.url)).text();
  [, path = ''] = /src="(\/_astro\/[^"]+\.mp4)"/.exec(home) ?? [];
  whole = await bytesOf(await ask());
});

describe('a video', () => {
  test('is sent in full without Range, with Accept-Ranges', async () => {
    const response = await ask();
    expect(whole.byteLength).toBeGreaterThan(10_000);
    expect([
      response.status,
      response.headers.get('accept-ranges'),
      response.headers.get('content-type'),
    ]).toEqual([200, 'bytes', 'video/mp4']);
    expect(response.headers.get('cache-control')).toContain('immutable');
  });

  test.each([
    ['bytes=0-1', 0, 1],
    ['bytes=-700', -700, Infinity],
  ])('%s returns that part', async (range, from, to) => {
    const response = await ask({ Range: range });
    const start = from < 0 ? whole.byteLength + from : from;
    const end = Math.min(to, whole.byteLength - 1);
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${whole.byteLength}`);
    expect(response.headers.get('content-length')).toBe(String(end - start + 1));
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect((await bytesOf(response)).equals(whole.subarray(start, end + 1))).toBe(true);
  });

  test('a range beyond its end is a 416 with the length', async () => {
    const response = await ask({ Range: `bytes=${whole.byteLength}-` });
    expect([response.status, response.headers.get('content-range')]).toEqual([
      416,
      `bytes */${whole.byteLength}`,
    ]);
    expect((await bytesOf(response)).byteLength).toBe(0);
  });

  test('several ranges return the whole file', async () => {
    const response = await ask({ Range: 'bytes=0-1,5-6' });
    expect(response.status).toBe(200);
    expect((await bytesOf(response)).equals(whole)).toBe(true);
  });

  test('If-Range: the part if the ETag matches, else the whole file', async () => {
    const etag = (await ask()).headers.get('etag') ?? '';
    const part = { Range: 'bytes=0-9' };
    expect((await ask({ ...part, 'If-Range': etag })).status).toBe(206);
    for (const other of ['"another"', `W/${etag}`, 'Wed, 21 Oct 2015 07:28:00 GMT'])
      expect((await ask({ ...part, 'If-Range': other })).status).toBe(200);
  });

  test('a cached one is a 304, and HEAD has no body', async () => {
    const etag = (await ask()).headers.get('etag') ?? '';
    expect((await ask({ 'If-None-Match': etag, Range: 'bytes=0-9' })).status).toBe(304);
    const head = await ask({ Range: 'bytes=0-9' }, 'HEAD');
    expect([head.status, (await bytesOf(head)).byteLength]).toEqual([200, 0]);
  });
});

test('an unknown video is a 404', async () => {
  const response = await fetch(new URL('/_astro/nothing.mp4', shop.stack.url), {
    headers: { Range: 'bytes=0-1' },
  });
  expect(response.status).toBe(404);
});
