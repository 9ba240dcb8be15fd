/**
 * Fields of the CMS, made from a content schema: labels and hints are its `.meta()`, and what is required, how long, how
 * many and which values are allowed is read off it too, so that the CMS and the build cannot disagree.
 */
import type { Field } from '@sveltia/cms';
import * as z from 'zod';
import { type WidgetOptions, widgets } from './widgets.ts';

/** The part of JSON Schema that content needs, with the schema's own complaint about a pattern. */
export type Shape = Pick<
  z.GlobalMeta,
  'title' | 'description' | 'item' | 'widget' | 'refersTo' | 'options'
> & {
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  /** Kinds of an item, told apart by the constant of their first field. */
  oneOf?: Shape[];
  enum?: string[];
  const?: string;
  default?: unknown;
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

/** The field that says of which kind an item is. */
export const kindKey = 'type';

/** A kind of the items of a list, with its fields. */
function typeOf({ title: label, ...shape }: Shape) {
  const { [kindKey]: kind, ...properties } = shape.properties ?? {};
  return { name: kind?.const, label, widget: 'object', fields: fieldsOf({ ...shape, properties }) };
}

function list({ items = {}, minItems: min, maxItems: max, title, item: one = title }: Shape) {
  if (items.enum) return { widget: 'select', multiple: true, options: items.enum, min, max };
  const rest = { widget: 'list', label_singular: one, min, max };
  if (items.oneOf) return { ...rest, types: items.oneOf.map(typeOf), typeKey: kindKey, collapsed: 'auto' };
  if (items.type !== 'object') return { ...rest, field: field({ ...items, title: one }, 'item', true) };
  return { ...rest, fields: fieldsOf(items), collapsed: 'auto' };
}

/** The widget that enters a value of this shape, with its options. */
function widget(shape: Shape): object {
  if (shape.const !== undefined) return { widget: 'string', default: shape.const, readonly: true };
  if (shape.enum) return { widget: 'select', options: shape.enum };
  if (shape.type === 'object') return { widget: 'object', fields: fieldsOf(shape), collapsed: 'auto' };
  if (shape.type === 'array') return list(shape);
  // The CMS takes what a file does not say for off.
  if (shape.type === 'boolean') return { widget: 'boolean', default: shape.default === true };
  if (shape.type === 'number' || shape.type === 'integer') return number(shape);
  return text(shape);
}

/** The schema's constraints on a value whose widget is named by the schema. */
const constraints = ({ minItems: min, maxItems: max, pattern, complaint }: Shape): object =>
  pattern ? { min, max, pattern: [pattern, complaint ?? wrong] } : { min, max };

function field(shape: Shape, name: string, required: boolean): Field {
  const { title: label, description: hint } = shape;
  if (!label) throw new Error(`${name}: the field has no label: add .meta({ title: '…' }) to its schema`);
  const named = shape.widget ?? shape.refersTo;
  const as: WidgetOptions = { ...(named && widgets[named]), ...shape.options };
  const isPlain = !as.widget || as.widget === 'string';
  return present({
    name,
    label,
    hint,
    required,
    ...(isPlain ? widget(shape) : constraints(shape)),
    ...as,
  }) as Field;
}

/**
 * One field of the CMS for every field of the schema, in its order.
 * @throws Error naming a field without a label
 */
export const fieldsOf = ({ properties = {}, required = [] }: Shape): Field[] =>
  Object.entries(properties).map(([name, shape]) => field(shape, name, required.includes(name)));
