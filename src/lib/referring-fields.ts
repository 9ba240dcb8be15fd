/** Fields of schemas that name something in other files: their `.meta()` says it (`refersTo` in content-fields.ts). */
import type * as z from 'zod';
import './content-fields.ts';

export type ReferenceTarget = NonNullable<z.GlobalMeta['refersTo']>;
/** A field of a schema. @property path from the top of the file; `*` stands for each item of a list */
export type ReferringField = Pick<z.GlobalMeta, 'folder' | 'weight'> & {
  path: string[];
  refersTo: ReferenceTarget;
};

/** @property field such as `included.list.2.product` @property owner the object that has the field */
export type Reference = Omit<ReferringField, 'path'> & { field: string; id: string; owner: object };

/** The schemas in a schema: of fields, of the items of a list, of kinds, and of what may be left out or is converted. */
type Inner = Partial<Record<'element' | 'innerType' | 'in', z.ZodType>> & {
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
};

/** The fields of a schema that refer to something. */
export function referringFields(schema: z.ZodType, path: string[] = []): ReferringField[] {
  const { refersTo, folder, weight } = schema.meta() ?? {};
  if (refersTo) return [{ path, refersTo, folder, weight }];
  const { shape = {}, options = [], element, innerType, in: input } = schema._zod.def as Inner;
  return [
    ...Object.entries(shape).flatMap(([name, field]) => referringFields(field, [...path, name])),
    ...options.flatMap((option) => referringFields(option, path)),
    ...(element ? referringFields(element, [...path, '*']) : []),
    ...[innerType, input].flatMap((inner) => (inner ? referringFields(inner, path) : [])),
  ];
}

function placesIn(
  value: unknown,
  [step, ...rest]: readonly string[],
  field: string[] = [],
  owner = {},
): Pick<Reference, 'field' | 'id' | 'owner'>[] {
  if (value === undefined) return [];
  if (step === undefined) return [{ field: field.join('.'), id: String(value), owner }];
  const parts = value as Record<string, unknown>;
  const keys = step === '*' ? Object.keys(parts) : [step];
  return keys.flatMap((key) => placesIn(parts[key], rest, [...field, key], parts));
}

/** What a file refers to. @param fields of its schema @param value what the schema has read */
export const referencesIn = (fields: readonly ReferringField[], value: unknown): Reference[] =>
  fields.flatMap(({ path, ...field }) => placesIn(value, path).map((place) => ({ ...field, ...place })));
