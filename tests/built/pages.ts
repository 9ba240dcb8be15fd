/** The built pages, for tests that need neither a server nor a browser. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type HtmlElement, Parser, StaticConfigLoader } from 'html-validate';
import { unescapeHtml } from '#tools/astro/llms.ts';
import { parts } from '#tools/lib/build.ts';
import { fileOf, linkChecker } from '../support/dead-links.ts';

export { fileOf };

export const folder = parts.pages.folder;
/** Every built file: `about/team.html`. */
export const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
export const pageFiles = files.filter((name) => name.endsWith('.html'));

export const htmlOf = (file: string): string => readFileSync(join(folder, file), 'utf8');

/** The kinds of elements on a page: tags with their classes and the names of their attributes. */
function elementsOf(file: string): string {
  const tags = htmlOf(file).match(/<[a-z][\w-]*(\s[^>]*)?>/g) ?? [];
  return [...new Set(tags.map((tag) => tag.replaceAll(/(?<! class)="[^"]*"/g, '')))].sort().join();
}

/** One of all pages with the same elements, which differ only in their texts: Astro escapes these. */
export const distinctFiles = (): string[] =>
  [...Map.groupBy(pageFiles, elementsOf).values()].flatMap(([first = '']) => first);

const config = await new StaticConfigLoader({ root: true, elements: ['html5'] }).getConfigFor('page.html');

/** The element's text, with single spaces. */
export const textOf = (element: HtmlElement | null): string =>
  unescapeHtml(element?.textContent ?? '')
    .replace(/\s+/g, ' ')
    .trim();

export const attributeOf = (element: HtmlElement | null, name: string): string | undefined =>
  unescapeHtml(element?.getAttributeValue(name) ?? '') || undefined;

const parsed = new Map<string, ReturnType<typeof parse>>();

/** One page, parsed once. The functions take CSS selectors. */
export function builtPage(path: string) {
  const page = parsed.get(path) ?? parse(path);
  parsed.set(path, page);
  return page;
}

const parse = (path: string) => parseHtml(htmlOf(fileOf(path)));

/** A page of any build. The functions take CSS selectors. */
export function parseHtml(html: string) {
  const root = new Parser(config).parseHtml(html);
  const find = (selector: string) => root.querySelectorAll(selector);
  return {
    root,
    find,
    texts: (selector: string) => find(selector).map(textOf),
    attributes: (selector: string, name: string) => find(selector).map((one) => attributeOf(one, name)),
    /** Objects of `<script type="application/ld+json">`. */
    // biome-ignore lint/suspicious/noExplicitAny: structured data has any depth
    data: (): Record<string, any>[] =>
      find('script[type="application/ld+json"]').map((script) => JSON.parse(script.textContent)),
  };
}

export const { deadLinks, allDeadLinks } = linkChecker(folder);
