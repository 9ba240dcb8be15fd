/** What an import at the desk has to know of the shop. The build writes it, since the desk has no content. */
import type { ContentFields } from '#lib/content-style.ts';
import type { KnownCategory } from './category.ts';
import type { ShopProduct } from './ids.ts';
import type { ShopNames } from './own-references.ts';
import type { RedirectFacts } from './plan-redirects.ts';

/** The file in the build, which only the Worker reads: it names drafts too. */
export const importFactsFile = '/api/desk/import-facts.json';

/** {@link ShopFacts} as JSON, and the fields of the files. */
export type ImportFacts = {
  categories: readonly KnownCategory[];
  concepts: [name: string, id: string][];
  /** Products that imports have written: what names them in the export, and their ids. */
  imported: [key: string, id: string, skus: readonly string[]][];
  /** All other products, by their ids. */
  others: [id: string, product: ShopProduct][];
  /** HSN codes for which the shop has a rate of GST. */
  rates: string[];
  names: ShopNames;
  /** Ids of products by what names them (product-names.ts). */
  productNames: [word: string, id: string][];
  /** For how long orders are kept: `invoices.keepMonths` of content/store.yaml. */
  keepMonths: number;
  redirects: RedirectFacts;
  /** The text of content/sales.yaml. */
  sales: string;
  fields: Record<'products' | 'categories' | 'redirects', ContentFields>;
};
