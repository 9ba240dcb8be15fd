/**
 * What content says of products that do not exist is left out of the pages, and listed by `npm run content`: a product may
 * be deleted without a change of other files (docs/behaviour.md, "Products").
 */
import { productOf } from './sellable-id.ts';

/** Names of amounts that may be of other products: `{{price.rose-toner}}`, `{{parts.mrp}}`, `{{saving}}`. */
const ofOthers = /\{\{\s*(?:(?:price|mrp)\.([a-z0-9-]+)|parts\.(?:price|mrp)|saving(?:\.mrp)?)\s*\}\}/g;

type Parts = { parts?: string[] | undefined };
type Exists = (id: string) => boolean;

/** Whether a text of a product names an amount of products that do not exist. @param exists of an id */
export const namesMissing = (text: string, { parts = [] }: Parts, exists: Exists): boolean =>
  [...text.matchAll(ofOthers)].some(([, id]) =>
    id ? !exists(id) : !parts.every((part) => exists(productOf(part))),
  );

/**
 * A product without what it says of missing products: texts and items of lists with their amounts. A kit keeps its parts,
 * since it is not sold without one of them.
 */
export function withoutMissing<T extends Parts>(product: T, exists: Exists): T {
  const isMissing = (text: string) => namesMissing(text, product, exists);
  const said = Object.entries(product).map(([name, value]) => {
    if (typeof value === 'string') return [name, isMissing(value) ? '' : value];
    if (!Array.isArray(value)) return [name, value];
    return [name, value.filter((item) => !isMissing(JSON.stringify(item)))];
  });
  return Object.fromEntries(said) as T;
}

/** The blocks of a text in HTML without those that name such an amount. */
export const withoutBlocks = (html: string, product: Parts, exists: Exists): string =>
  html.replace(/<(p|li|h[2-6])\b[^>]*>[\s\S]*?<\/\1>/g, (block) =>
    namesMissing(block, product, exists) ? '' : block,
  );
