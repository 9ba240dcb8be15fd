/**
 * Types of the labels that an editor sees for the fields of a schema. They make the compiler require a label
 * for every field, and refuse one that the schema does not have.
 */
import type { Field } from '@sveltia/cms';

/** Settings of a field that its schema does not contain: the CMS widget that edits it, and its options. */
export type WidgetOptions = Partial<Extract<Field, { widget?: string }>> & Record<string, unknown>;

/** A field of one value. */
type Leaf = { label: string; hint?: string; as?: WidgetOptions };

/** A list of single values. */
type ListLabel = Leaf & {
  /** The name of one item. */
  one?: string;
  /** As `as`, for each item. */
  each?: WidgetOptions;
};

/** Fields that belong together, or a list of such. */
type Group<T> = Leaf & {
  /** The name of one item of a list. */
  one?: string;
  fields: Labels<T>;
};

type FieldLabel<T> = T extends Date
  ? string | Leaf
  : T extends readonly (infer Item)[]
    ? Item extends object
      ? Group<Item>
      : string | ListLabel
    : T extends object
      ? Group<T>
      : string | Leaf;

/** A label for every field of a schema, in the order in which the editor shows them. */
export type Labels<T> = { [Name in keyof Required<T>]: FieldLabel<NonNullable<T[Name]>> };

/** Labels of any schema, as `fieldsOf` takes them. */
export type AnyLabel = string | (ListLabel & { fields?: AnyLabels });
export type AnyLabels = { [name: string]: AnyLabel };
