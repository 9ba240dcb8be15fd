/**
 * Fields of the CMS, made from a content schema and its labels: what is required, how long, how
 * many and which values are allowed is read off the schema, so that the CMS and the build cannot disagree.
 */
import type { Field } from '@sveltia/cms';
import * as z from 'zod';
import type { AnyLabel, AnyLabels } from './label-types.ts';

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

/** Used when the schema has no message for a pattern. */
const wrong = 'is not in the correct format';

/** Texts longer than this get several lines. */
const oneLine = 100;

type Check = { _zod: { def: { format?: string; error?: (issue: object) => string } } };

/** The schema's message for a pattern that is not met. */
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

function list(shape: Shape, label: Exclude<AnyLabel, string>) {
  const { items = {}, minItems: min, maxItems: max } = shape;
  const one = label.one ?? label.label;
  if (items.enum) return { widget: 'select', multiple: true, options: items.enum, min, max };
  const rest = { widget: 'list', label_singular: one, min, max };
  if (items.type !== 'object')
    return {
      ...rest,
      field: field(items, 'item', { label: one, ...(label.each && { as: label.each }) }, true),
    };
  return { ...rest, fields: fieldsOf(items, label.fields ?? {}), collapsed: 'auto' };
}

/** The widget that enters a value of this shape, with its options. */
function widget(shape: Shape, label: Exclude<AnyLabel, string>): object {
  if (shape.const !== undefined) return { widget: 'string', default: shape.const, readonly: true };
  if (shape.enum) return { widget: 'select', options: shape.enum };
  if (shape.type === 'object')
    return { widget: 'object', fields: fieldsOf(shape, label.fields ?? {}), collapsed: 'auto' };
  if (shape.type === 'array') return list(shape, label);
  if (shape.type === 'boolean') return { widget: 'boolean' };
  if (shape.type === 'number' || shape.type === 'integer') return number(shape);
  return text(shape);
}

/** The schema's constraints on a value whose widget is chosen by its label. */
const constraints = ({ minItems: min, maxItems: max, pattern, complaint }: Shape): object =>
  pattern ? { min, max, pattern: [pattern, complaint ?? wrong] } : { min, max };

function field(shape: Shape, name: string, label: AnyLabel, required: boolean): Field {
  const { label: title, hint, as = {}, ...rest } = typeof label === 'string' ? { label } : label;
  const isPlain = !as.widget || as.widget === 'string' || as.widget === 'text';
  const options = isPlain ? widget(shape, { label: title, ...rest }) : constraints(shape);
  return present({ name, label: title, hint, required, ...options, ...as }) as Field;
}

/**
 * One field of the CMS for every field of the schema.
 * @throws Error naming a field that only one of the two has
 */
export function fieldsOf({ properties = {}, required = [] }: Shape, labels: AnyLabels): Field[] {
  const unlabelled = Object.keys(properties).find((name) => !(name in labels));
  if (unlabelled) throw new Error(`${unlabelled}: the schema has this field, the editor has no label for it`);
  return Object.entries(labels).map(([name, label]) => {
    const shape = properties[name];
    if (!shape)
      throw new Error(`${name}: the editor has a label for this field, the schema does not have it`);
    return field(shape, name, label, required.includes(name));
  });
}
