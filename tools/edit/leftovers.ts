/** What a product that began as a duplicate may still have of another one. */
import { attempt, frontMatter } from '#tools/lib/check-content.ts';

/** Fields that say what a product is and does. `body` is the text below the front matter. */
const ownFields = [
  'pictures',
  'name',
  'labelLine',
  'description',
  'features',
  'benefits',
  'keyIngredients',
  'ingredients',
  'spf',
  'howToUse',
  'faqs',
  'body',
] as const;

type OwnField = (typeof ownFields)[number];
/** A product as its file has it, perhaps without required fields. */
type Product = Partial<Record<OwnField, unknown>>;

function productIn(name: string, text: string): Product {
  const [, body = ''] = /^---\r?\n[\s\S]*?\r?\n---\r?\n([\s\S]*)/.exec(text) ?? [];
  return { ...(frontMatter(name, text) as Product), body: body.trim() };
}

/** What pictures show: files of any product may be named `1.jpg`. */
const descriptions = ({ pictures }: Product): unknown[] =>
  Array.isArray(pictures) ? pictures.map((picture) => picture?.alt).filter(Boolean) : [];

function isSame(field: OwnField, one: Product, other: Product): boolean {
  if (field === 'pictures') return descriptions(one).some((alt) => descriptions(other).includes(alt));
  return Boolean(one[field]) && JSON.stringify(one[field]) === JSON.stringify(other[field]);
}

/** A text that more products than these share may be meant for all of them. */
const few = 3;
/** Characters; a shorter text that many products share is that of their kind: `Apply at night`. */
const longText = 60;

const lengthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, part) => sum + lengthOf(part), 0)
    : String(value ?? '').length;

/**
 * Fields that are the same in other products: each of a few products by its name; all others by the number of products
 * that share a field, and only long texts. Any two sunscreens may have the same SPF, so it counts only beside another field.
 * @param name of the product's file. @param texts of other files of the content, by name
 */
export function leftovers(
  name: string,
  text: string,
  texts: Readonly<Record<string, string>>,
): { of: string; fields: OwnField[] }[] {
  const product = productIn(name, text);
  const others = Object.entries(texts).flatMap(([otherName, otherText]) =>
    otherName === name || !/^products\/[^/]+\/index\.md$/.test(otherName)
      ? []
      : (attempt(
          () => productIn(otherName, otherText),
          () => {},
        ) ?? []),
  );
  const shared = ownFields.map((field) => ({
    field,
    by: others.filter((other) => isSame(field, product, other)),
  }));
  const named = others.flatMap((other) => {
    const fields = shared.flatMap(({ field, by }) => (by.length <= few && by.includes(other) ? field : []));
    return fields.some((field) => field !== 'spf') ? [{ of: String(other.name), fields }] : [];
  });
  const common = shared.filter(({ field, by }) => by.length > few && lengthOf(product[field]) > longText);
  const counted = [...Map.groupBy(common, ({ by }) => by.length)].map(([count, same]) => ({
    of: `${count} other products`,
    fields: same.map(({ field }) => field),
  }));
  return [...named, ...counted];
}
