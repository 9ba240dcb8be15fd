/**
 * Where products come from. Who sells imported packages online lets shoppers filter and sort them by country of origin
 * (Legal Metrology (Packaged Commodities) Rules 2011, rule 6(10A), since 1 July 2026), and names the importer with the
 * address (rule 6(1)(a); Consumer Protection (E-Commerce) Rules 2020, rule 4).
 */
import { countryCodes, countryName } from 'shop-import/country';
import type { Store } from '#domain/store/store.ts';
import type { ProductContent } from './product-content.ts';

/** @property codes of its countries (ISO 3166), none where the text names no country @property text for the label */
export type Origin = { codes: readonly string[]; text: string };

/** The country whose goods are not imported. */
const home = 'IN';

export const isImported = ({ codes }: Origin): boolean => codes.some((code) => code !== home);

const listed = new Intl.ListFormat('en-IN');

/** A text of the content with the usual names of its countries; one that names none stays as it is, also an empty one. */
export function readOrigin(text: string): Origin {
  const codes = countryCodes(text);
  return codes ? { codes, text: listed.format(codes.map(countryName)) } : { codes: [], text };
}

/**
 * The origin of a product: its own, for a kit that says none those of its products, else that of the shop's own goods; empty
 * where nobody has said it.
 * @param productOf finds the products of a kit
 */
export function originOf(
  { countryOfOrigin, parts = [] }: Pick<ProductContent, 'countryOfOrigin' | 'parts'>,
  { countryOfOrigin: usual = '' }: Pick<Store, 'countryOfOrigin'>,
  productOf: (id: string) => Pick<ProductContent, 'countryOfOrigin'> | undefined,
): Origin {
  if (countryOfOrigin) return readOrigin(countryOfOrigin);
  const inside = parts.flatMap((id) => productOf(id) ?? []).map((one) => one.countryOfOrigin ?? usual);
  const all = new Set(inside.length ? inside : [usual]);
  return readOrigin([...all].filter(Boolean).join(', '));
}

/** Who made it, for the label: the shop's own maker makes nothing that is imported. */
export const makerOf = (
  { manufacturer, origin }: { manufacturer?: string | undefined; origin: Origin },
  { manufacturer: usual = '' }: Pick<Store, 'manufacturer'>,
): string => manufacturer ?? (isImported(origin) ? '' : usual);

/** Who imports it, with the address; empty for what is made in India, and where nobody has said it. */
export const importerOf = (
  { importer, origin }: { importer?: string | undefined; origin: Origin },
  { importer: usual = '' }: Pick<Store, 'importer'>,
): string => (isImported(origin) ? (importer ?? usual) : '');

/**
 * The countries of products by name, with the number of products of each; none where nothing is imported. A product of
 * two countries counts for both.
 */
export function originCounts(origins: readonly Origin[]): { code: string; name: string; count: number }[] {
  if (!origins.some(isImported)) return [];
  const counts = new Map<string, number>();
  for (const code of origins.flatMap(({ codes }) => codes)) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts]
    .map(([code, count]) => ({ code, name: countryName(code), count }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
