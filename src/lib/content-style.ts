/**
 * The style of the files in content/: exactly as Sveltia CMS writes them (`formatYAML` and `formatFrontMatter` in its
 * source), so a save in the editor changes only what was edited, and adds switches that the file leaves out.
 */
import { stringify } from 'yaml';

/** Fields in the editor's order. @property required whether a switch has no default, so that every file has it */
export type ContentFields = readonly {
  name: string;
  widget?: string;
  required?: boolean;
  fields?: ContentFields;
  /** Of a list whose items are of several kinds: the fields of each, by what `typeKey` says in an item. */
  types?: readonly { name: string; fields?: ContentFields }[];
  typeKey?: string;
}[];

/** A value with its names in the order of the fields, and with every switch that has no default. */
function ordered(value: unknown, fields: ContentFields = []): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item, fields));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const values = value as Record<string, unknown>;
  const entries = fields
    .filter(({ name, widget, required }) => name in values || (widget === 'boolean' && required))
    .map((field) => [field.name, orderedField(values[field.name] ?? false, field)]);
  return Object.fromEntries(entries);
}

function orderedField(value: unknown, { fields, types, typeKey = '' }: ContentFields[number]): unknown {
  if (!types) return ordered(value, fields);
  // The CMS has one order for the fields of all kinds, and writes all their switches.
  const names = types.flatMap(({ fields = [] }) => fields.map(({ name }) => name));
  return (value as Record<string, unknown>[]).map((item) => {
    const own = types.find(({ name }) => name === item[typeKey])?.fields ?? [];
    const inOrder = own.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
    const all = inOrder.map((field) => ({ ...field, required: true }));
    return { [typeKey]: item[typeKey], ...(ordered(item, all) as object) };
  });
}

/** The text of a YAML file. @param values as YAML has them */
export const formatYaml = (fields: ContentFields, values: unknown): string =>
  // A text that looks like a date is quoted, and a date is not.
  stringify(ordered(values, fields), { lineWidth: 0, singleQuote: true, customTags: ['timestamp'] });

/** The text of a Markdown file. @param values of its front matter @param body below it */
export function formatMarkdown(fields: ContentFields, values: unknown, body = ''): string {
  // The CMS writes emphasis with underscores.
  const written = body.replace(/(?<![\w*])\*(?![\s*])([^*]*[^\s*])\*(?![\w*])/g, '_$1_');
  return `---\n${formatYaml(fields, values)}---\n${written ? `\n${written}` : ''}`;
}
