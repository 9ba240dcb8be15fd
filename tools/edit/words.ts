/**
 * What an editor reads about the fields of a schema. The types make the compiler ask for a word about every
 * field, and for none that the schema does not have.
 */
import type { Field } from '@sveltia/cms';

/** What a schema cannot say about a field: which of the CMS's ways to enter it, and with which options. */
export type Options = Partial<Extract<Field, { widget?: string }>> & Record<string, unknown>;

/** A field of one value. */
type Leaf = { label: string; hint?: string; as?: Options };

/** A list of single values. */
type Several = Leaf & {
  /** What one item is called. */
  one?: string;
  /** As `as`, for each item. */
  each?: Options;
};

/** Fields that belong together, or a list of such. */
type Group<T> = Leaf & {
  /** What one item of a list is called. */
  one?: string;
  fields: Words<T>;
};

type Word<T> = T extends Date
  ? string | Leaf
  : T extends readonly (infer Item)[]
    ? Item extends object
      ? Group<Item>
      : string | Several
    : T extends object
      ? Group<T>
      : string | Leaf;

/** A word about every field of what an editor writes, in the order in which they are shown. */
export type Words<T> = { [Name in keyof Required<T>]: Word<NonNullable<T[Name]>> };

/** Words about any schema, as the generator takes them. */
export type AnyWord = string | (Several & { fields?: AnyWords });
export type AnyWords = { [name: string]: AnyWord };
