/**
 * The style of the files in content/: exactly as Sveltia CMS writes them (`formatYAML` and `formatFrontMatter` in its
 * source), so a save in the editor changes only what was edited, and adds switches that the file leaves out.
 */
import { stringify } from 'yaml';
import { folders, groups, singles } from './collections.ts';
import { fieldsOf, shapeOf } from './fields.ts';

type Fields = readonly { name: string; widget?: string; required?: boolean; fields?: Fields }[];

/** A value with its names in the order of the fields, and with every switch that has no default. */
function ordered(value: unknown, fields: Fields = []): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item, fields));
  if (typeof value !== 'object' || value === null) return value;
  const values = value as Record<string, unknown>;
  const entries = fields
    .filter(({ name, widget, required }) => name in values || (widget === 'boolean' && required))
    .map(({ name, fields }) => [name, ordered(values[name] ?? false, fields)]);
  return Object.fromEntries(entries);
}

const known = new Map<object, Fields>();

/** The fields of a file, in the editor's order. @param file in the repository: `content/home.yaml` */
function fieldsIn(file: string): Fields {
  const files = [...groups.flatMap((group) => group.files), ...singles];
  const type = files.find((one) => one.file === file) ?? folders.find((one) => file.startsWith(one.folder));
  if (!type) throw new Error(`${file}: the editor does not show this file`);
  const fields = known.get(type) ?? (fieldsOf(shapeOf(type.schema)) as Fields);
  known.set(type, fields);
  return fields;
}

/**
 * The text of a file of content/.
 * @param file in the repository. @param values as YAML has them. @param body below the front matter of a Markdown file
 */
export function formatContent(file: string, values: unknown, body = ''): string {
  const yaml = stringify(ordered(values, fieldsIn(file)), { lineWidth: 0, singleQuote: true });
  if (!file.endsWith('.md')) return yaml;
  // The CMS writes emphasis with underscores.
  const written = body.replace(/(?<![\w*])\*(?![\s*])([^*]*[^\s*])\*(?![\w*])/g, '_$1_');
  return `---\n${yaml}---\n${written ? `\n${written}` : ''}`;
}
