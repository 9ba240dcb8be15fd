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

/**
 * Fields that are the same in another product: its name with the fields. Any two sunscreens may have the same SPF, so it
 * counts only beside another field.
 * @param name of the product's file. @param texts of other files of the content, by name
 */
export function leftovers(
  name: string,
  text: string,
  texts: Readonly<Record<string, string>>,
): { of: string; fields: OwnField[] }[] {
  const product = productIn(name, text);
  return Object.entries(texts).flatMap(([otherName, otherText]) => {
    if (otherName === name || !/^products\/[^/]+\/index\.md$/.test(otherName)) return [];
    const other = attempt(
      () => productIn(otherName, otherText),
      () => {},
    );
    const fields = other ? ownFields.filter((field) => isSame(field, product, other)) : [];
    return fields.some((field) => field !== 'spf') ? [{ of: String(other?.name), fields }] : [];
  });
}
