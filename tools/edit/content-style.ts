/** Files of content/ in the editor's style (src/lib/content-style.ts). */
import { type ContentFields, formatMarkdown, formatYaml } from '#lib/content-style.ts';
import { folders, groups, singles } from './collections.ts';
import { fieldsOf, shapeOf } from './fields.ts';

const known = new Map<object, ContentFields>();

/** The fields of a file, in the editor's order. @param file in the repository: `content/home.yaml` */
export function fieldsIn(file: string): ContentFields {
  const files = [...groups.flatMap((group) => group.files), ...singles];
  const type = files.find((one) => one.file === file) ?? folders.find((one) => file.startsWith(one.folder));
  if (!type) throw new Error(`${file}: the editor does not show this file`);
  const fields = known.get(type) ?? (fieldsOf(shapeOf(type.schema)) as ContentFields);
  known.set(type, fields);
  return fields;
}

/**
 * The text of a file of content/.
 * @param file in the repository. @param values as YAML has them. @param body below the front matter of a Markdown file
 */
export const formatContent = (file: string, values: unknown, body = ''): string =>
  file.endsWith('.md') ? formatMarkdown(fieldsIn(file), values, body) : formatYaml(fieldsIn(file), values);
