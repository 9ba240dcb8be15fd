/**
 * Requests the first picture of a page together with the page: a `Link` header names it, which Cloudflare also sends
 * ahead of the page (103 Early Hints). Without it a slow phone first parses what stands before the picture.
 */
import { dirname } from 'node:path';
import { longestLine } from './page-csp.ts';

/** Rules that `_headers` may have; Cloudflare ignores further ones. A preview adds one (tools/preview.ts). */
const mostRules = 99;

const pictures =
  /<picture\b(?:(?!<\/picture>)[\s\S])*?\sfetchpriority="high"(?:(?!<\/picture>)[\s\S])*<\/picture>/gi;
const source = /<source\b[^>]*>/gi;

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1];

/** A preload of one candidate list. @property media undefined where there is only one */
export type Preload = {
  href: string;
  type: string;
  srcset: string;
  sizes: string;
  media: string | undefined;
};

/**
 * Returns the preloads of the first picture with high priority. Its sources may name one `media` and the rest. Where only screens
 * of one `media` show it, the next picture is the first of the others.
 */
export function preloadsOf(html: string): Preload[] {
  const found = new Map<string, Omit<Preload, 'media'>>();
  for (const [picture] of html.matchAll(pictures)) {
    for (const [tag] of picture.matchAll(source)) {
      const [srcset, type, sizes, media = ''] = ['srcset', 'type', 'sizes', 'media'].map((name) =>
        attribute(tag, name),
      );
      // The first format is the best one. A browser that does not know it ignores the preload.
      if (!srcset || !type || !sizes || found.has(media)) continue;
      // Old iPhones take no list from a preload but the file that it names: theirs is the largest.
      const href = srcset.split(',').at(-1)?.trim().split(' ')[0] ?? '';
      found.set(media, { href, type, srcset, sizes });
    }
    if (found.has('')) break;
  }
  const [own] = [...found.keys()].filter(Boolean);
  return [...found].map(([media, preload]) => ({
    ...preload,
    media: media || (own && `not all and ${own}`),
  }));
}

/** The value of a `Link` header. */
export const linkHeader = (preloads: readonly Preload[]): string =>
  preloads
    .map(({ href, type, srcset, sizes, media }) =>
      [
        `<${href}>; rel=preload; as=image; type=${type}; fetchpriority=high`,
        `imagesrcset="${srcset}"; imagesizes="${sizes}"`,
        ...(media ? [`media="${media}"`] : []),
      ].join('; '),
    )
    .join(', ');

/**
 * The same in the page, for pages without a rule in `_headers`: behind the viewport, since before it a phone takes
 * itself for 980 px wide.
 */
export const withLinkTags = (html: string, preloads: readonly Preload[]): string =>
  html.replace(/<meta name="viewport"[^>]*>/i, (viewport) => {
    const tags = preloads.map(
      ({ type, srcset, sizes, media }) =>
        `<link rel="preload" as="image" type="${type}" imagesrcset="${srcset}" imagesizes="${sizes}"${media ? ` media="${media}"` : ''} fetchpriority="high">`,
    );
    return viewport + tags.join('');
  });

const countRules = (headers: string): number => headers.match(/^[^\s#].*$/gm)?.length ?? 0;

/** Adds rules for as many pages as the file may have. @returns the file, and the pages that got a rule */
export function withLinkRules(
  headers: string,
  pages: readonly { path: string; preloads: readonly Preload[] }[],
): { headers: string; ruled: Set<string> } {
  const ruled = new Set<string>();
  let text = headers;
  for (const { path, preloads } of pages) {
    const line = `  Link: ${linkHeader(preloads)}`;
    if (countRules(headers) + ruled.size >= mostRules || line.length > longestLine) continue;
    ruled.add(path);
    text += `\n${path}\n${line}\n`;
  }
  return { headers: text, ruled };
}

/** Small folders first: a large catalogue has more products than rules, and even a small one has more ingredients. */
export const bySize = <P extends { path: string }>(pages: readonly P[]): P[] =>
  [...Map.groupBy(pages, ({ path }) => dirname(path)).values()].sort((a, b) => a.length - b.length).flat();
