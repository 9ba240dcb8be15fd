/**
 * Fields of products and of their sizes as metafields of a Shopify CSV: the export writes what Shopify's columns do not say
 * (domain/exports/own-metafields.ts), the import reads it (domain/import/own-fields.ts). Both follow the schemas, so a new
 * field needs no line here.
 */
import { plainCell } from 'shop-import/values';
import type { MetafieldLabels } from 'shop-import/write-shopify-csv';
import type * as z from 'zod';
import { productContent } from './product-content.ts';
import { variantContent } from './variant.ts';

/** The namespace of the metafields. It is part of the format, and stays when the shop has another name. */
export const metafieldNamespace = 'harita';

/** Besides fields: the text below the front matter. */
export const textField = 'markdown';
/** Besides fields: names of fields that the file does not have, although Shopify's columns say something of them. */
export const leftOutField = 'leftOut';

/** The schemas of the fields, by owner and name. */
export const metafieldSchemas = {
  product: productContent.shape,
  variant: variantContent.shape,
} satisfies Record<string, Record<string, z.ZodType>>;
export type MetafieldOwner = keyof typeof metafieldSchemas;

/** What is in a schema of what may be left out or is converted. */
type Inner = Partial<Record<'innerType' | 'in', z.ZodType>> & { type: string };

/** The schema of the value that is written. */
function writtenSchema(schema: z.ZodType): z.ZodType {
  const { innerType, in: input } = schema._zod.def as Inner;
  const inner = innerType ?? input;
  return inner ? writtenSchema(inner) : schema;
}

const labelOf = (name: string, schema: z.ZodType): string =>
  schema.meta()?.title ?? writtenSchema(schema).meta()?.title ?? name;

const labelsOf = (owner: MetafieldOwner): Record<string, string> =>
  Object.fromEntries(
    Object.entries<z.ZodType>(metafieldSchemas[owner]).map(([name, schema]) => [name, labelOf(name, schema)]),
  );

export const metafieldLabels: MetafieldLabels = {
  namespace: metafieldNamespace,
  product: { ...labelsOf('product'), [textField]: 'Text', [leftOutField]: 'Left out' },
  variant: { ...labelsOf('variant'), [leftOutField]: 'Left out' },
};

/** How a value is written: a text as it is, a day as `2026-12-01`, all else as JSON. */
function formOf(schema: z.ZodType): 'text' | 'day' | 'json' {
  const { type } = writtenSchema(schema)._zod.def;
  return type === 'string' || type === 'enum' ? 'text' : type === 'date' ? 'day' : 'json';
}

/** A text of a cell. One that a reader of cells would change, or take for JSON, is written as JSON. */
export const textCell = (text: string): string =>
  text && !text.startsWith('"') && plainCell(text) === text ? text : JSON.stringify(text);

/** @returns undefined for JSON that is no text */
export function readTextCell(cell: string): string | undefined {
  if (!cell.startsWith('"')) return cell;
  const text = readJson(cell);
  return typeof text === 'string' ? text : undefined;
}

/** @returns undefined for what is no JSON */
export function readJson(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return undefined;
  }
}

/** The cell of a value of front matter, as YAML has it. */
export function fieldCell(schema: z.ZodType, value: unknown): string {
  const form = formOf(schema);
  if (form === 'text' && typeof value === 'string') return textCell(value);
  return value instanceof Date ? value.toISOString().slice(0, 10) : JSON.stringify(value);
}

/** The value of a cell. @returns undefined for what the schema does not take, with its reason */
export function readFieldCell(schema: z.ZodType, cell: string): { value?: unknown; reason?: string } {
  const form = formOf(schema);
  const value =
    form === 'text' ? readTextCell(cell) : form === 'day' ? new Date(`${cell}T00:00:00Z`) : readJson(cell);
  const { error } = schema.safeParse(value);
  if (value === undefined || error) return { reason: error?.issues[0]?.message ?? 'cannot be read' };
  return { value };
}
