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
}[];

/** A value with its names in the order of the fields, and with every switch that has no default. */
function ordered(value: unknown, fields: ContentFields = []): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item, fields));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const values = value as Record<string, unknown>;
  const entries = fields
    .filter(({ name, widget, required }) => name in values || (widget === 'boolean' && required))
    .map(({ name, fields }) => [name, ordered(values[name] ?? false, fields)]);
  return Object.fromEntries(entries);
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
