/**
 * Page weight: everything that a first visit loads without an interaction, by kind. `npm test` checks pages against
 * their budgets with it (tests/browser/pages.test.ts), `npm run audit` reports it.
 */
import { brotliCompressSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

const kinds = ['document', 'script', 'stylesheet', 'font', 'image', 'media', 'fetch'] as const;
export type Weights = Record<(typeof kinds)[number], number>;

/** JSON data and speculation rules do not count as scripts. */
const scripts = /<script(?![^>]*(?: src=|ld\+json|speculationrules))[^>]*>(.*?)<\/script>/gs;
const styles = /<style[^>]*>(.*?)<\/style>/gs;
const inside = (html: string, part: RegExp): string =>
  [...html.matchAll(part)].map(([, text]) => text).join('\n');

/** Sizes by text: pages share most of their scripts and styles, and packing takes long. */
const sizes = new Map<string, number>();
function packedSize(body: string | Buffer): number {
  const text = body.toString();
  const size = sizes.get(text) ?? brotliCompressSync(text).length;
  sizes.set(text, size);
  return size;
}

const isKind = (kind: string): kind is keyof Weights => (kinds as readonly string[]).includes(kind);

/**
 * Opens a URL in a new page and measures its size once the network is quiet: KiB, text as brotli. Inline scripts and
 * styles count as scripts and styles. Requests of a service worker do not count.
 */
export async function weigh(page: Page, address: string): Promise<Weights> {
  const weights: Weights = { document: 0, script: 0, stylesheet: 0, font: 0, image: 0, media: 0, fetch: 0 };
  const reading: Promise<unknown>[] = [];
  const add = (kind: keyof Weights, body: string | Buffer) => {
    const size = /font|image|media/.test(kind) ? Buffer.byteLength(body) : packedSize(body);
    weights[kind] += size / 1024;
  };
  const read = (response: Response) => {
    const kind = response.request().resourceType();
    if (isKind(kind) && kind !== 'document') reading.push(response.body().then((body) => add(kind, body)));
  };
  page.on('response', read);
  const answer = await page.goto(address, { waitUntil: 'networkidle' });
  page.off('response', read);
  const html = (await answer?.text()) ?? '';
  await Promise.all(reading);
  add('script', inside(html, scripts));
  add('stylesheet', inside(html, styles));
  add('document', html.replaceAll(scripts, '').replaceAll(styles, ''));
  return weights;
}

/** The sum of all kinds, KiB. */
export const sumOf = (weights: Weights): number => Object.values(weights).reduce((sum, one) => sum + one, 0);
