/**
 * Fields of the CMS, made from a content schema and the words about it: what is required, how long, how
 * many and which values are allowed is read off the schema, so that the CMS and the build cannot disagree.
 */
import type { Field } from '@sveltia/cms';
import { z } from 'zod';
import type { AnyWord, AnyWords } from './words.ts';

/** The part of JSON Schema that content needs, with the schema's own complaint about a pattern. */
export type Shape = {
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  enum?: string[];
  const?: string;
  format?: string;
  pattern?: string;
  complaint?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

/** Where the schema has no words of its own about a pattern. */
const wrong = 'is not written as it has to be';

/** Texts longer than this get several lines. */
const oneLine = 100;

type Check = { _zod: { def: { format?: string; error?: (issue: object) => string } } };

/** What the schema says about a pattern that is not met. */
const complaintOf = (checks: readonly Check[] = []): string | undefined =>
  checks.find(({ _zod }) => _zod.def.format === 'regex')?._zod.def.error?.({});

/** A content schema as an editor meets it: before anything is converted. */
export const shapeOf = (schema: z.ZodType): Shape =>
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const { type, checks } = zodSchema._zod.def as { type: string; checks?: Check[] };
      if (type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date' });
      const complaint = complaintOf(checks);
      if (complaint) Object.assign(jsonSchema, { complaint });
    },
  }) as Shape;

const present = <T extends object>(options: T): Partial<T> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Partial<T>;

function text({ format, pattern, complaint, maxLength = 0, ...shape }: Shape) {
  if (format === 'date')
    return { widget: 'datetime', type: 'date', format: 'YYYY-MM-DD', input_timezone: 'utc' };
  const limits = { minlength: shape.minLength, maxlength: maxLength || undefined };
  if (format === 'email') return { widget: 'string', type: 'email', ...limits };
  if (format === 'uri') return { widget: 'string', type: 'url', ...limits };
  const check = pattern && { pattern: [pattern, complaint ?? wrong] };
  return {
    widget: maxLength > oneLine ? 'text' : 'string',
    use_emoji_autocomplete: false,
    ...limits,
    ...check,
  };
}

function number({ type, minimum, exclusiveMinimum, maximum = Number.MAX_SAFE_INTEGER }: Shape) {
  const whole = type === 'integer';
  const above = exclusiveMinimum === undefined ? undefined : exclusiveMinimum + (whole ? 1 : 0.01);
  return {
    widget: 'number',
    value_type: whole ? 'int' : 'float',
    min: minimum ?? above,
    max: maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum,
  };
}

function list(shape: Shape, word: Exclude<AnyWord, string>) {
  const { items = {}, minItems: min, maxItems: max } = shape;
  const one = word.one ?? word.label;
  if (items.enum) return { widget: 'select', multiple: true, options: items.enum, min, max };
  const rest = { widget: 'list', label_singular: one, min, max };
  if (items.type !== 'object')
    return {
      ...rest,
      field: field(items, 'item', { label: one, ...(word.each && { as: word.each }) }, true),
    };
  return { ...rest, fields: fieldsOf(items, word.fields ?? {}), collapsed: 'auto' };
}

/** How a value of this shape is entered. */
function kind(shape: Shape, word: Exclude<AnyWord, string>): object {
  if (shape.const !== undefined) return { widget: 'string', default: shape.const, readonly: true };
  if (shape.enum) return { widget: 'select', options: shape.enum };
  if (shape.type === 'object')
    return { widget: 'object', fields: fieldsOf(shape, word.fields ?? {}), collapsed: 'auto' };
  if (shape.type === 'array') return list(shape, word);
  if (shape.type === 'boolean') return { widget: 'boolean' };
  if (shape.type === 'number' || shape.type === 'integer') return number(shape);
  return text(shape);
}

/** What the schema still says about a value that is entered in a way of its own. */
const besides = ({ minItems: min, maxItems: max, pattern, complaint }: Shape): object =>
  pattern ? { min, max, pattern: [pattern, complaint ?? wrong] } : { min, max };

function field(shape: Shape, name: string, word: AnyWord, required: boolean): Field {
  const { label, hint, as = {}, ...rest } = typeof word === 'string' ? { label: word } : word;
  const plain = !as.widget || as.widget === 'string' || as.widget === 'text';
  const options = plain ? kind(shape, { label, ...rest }) : besides(shape);
  return present({ name, label, hint, required, ...options, ...as }) as Field;
}

/**
 * One field of the CMS for every field of the schema.
 * @throws Error naming a field that only one of the two has
 */
export function fieldsOf({ properties = {}, required = [] }: Shape, words: AnyWords): Field[] {
  const wordless = Object.keys(properties).find((name) => !(name in words));
  if (wordless) throw new Error(`${wordless}: the schema has this field, the editor has no word for it`);
  return Object.entries(words).map(([name, word]) => {
    const shape = properties[name];
    if (!shape) throw new Error(`${name}: the editor has a word for this field, the schema does not have it`);
    return field(shape, name, word, required.includes(name));
  });
}
