/**
 * What is wrong with an entry that an editor is about to save, by the build's own rules: first its schema, then what its
 * file and the other files of `content/` say of each other.
 */
import { stringify } from 'yaml';
import { pictureEndings } from '#lib/content-fields.ts';
import { checkFiles, frontMatter, readProducts } from '#tools/lib/check-content.ts';
import { type ContentKind, folders, groups, singles } from './collections.ts';
import type { AnyLabel, AnyLabels } from './label-types.ts';
import { leftovers } from './leftovers.ts';
import { type ContentSnapshot, filesIn } from './snapshot.ts';

const single = [...groups.flatMap(({ files }) => files), ...singles];
const kindOf = (name: string): ContentKind | undefined =>
  single.find(({ file }) => file === `content/${name}`) ??
  folders.find(({ folder }) => `content/${name}`.startsWith(`${folder}/`));

/** The labels on the way to a field: `faqs`, `2`, `answer` is `Questions and answers, 3, Answer`. */
function fieldName(labels: AnyLabels, path: readonly string[]): string {
  let inside: AnyLabels | undefined = labels;
  return path
    .map((part) => {
      if (/^\d+$/.test(part)) return `${Number(part) + 1}`;
      const label: AnyLabel = inside?.[part] ?? part;
      inside = typeof label === 'string' ? undefined : label.fields;
      return typeof label === 'string' ? label : label.label;
    })
    .join(', ');
}

/** As the CMS omits them from the file: optional fields that are empty. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.length ? value.map(withoutEmpty) : undefined;
  if (typeof value !== 'object' || value === null) return value === '' ? undefined : (value ?? undefined);
  const filled = Object.entries(value).flatMap(([name, part]) => {
    const left = withoutEmpty(part);
    return left === undefined ? [] : [[name, left]];
  });
  return filled.length ? Object.fromEntries(filled) : undefined;
}

/** The text of the file that the CMS is about to write. */
function textOf(name: string, values: Record<string, unknown>): string {
  const { body = '', ...matter } = values;
  return name.endsWith('.md') ? `---\n${stringify(matter)}---\n\n${body}` : stringify(values);
}

const isMissing = (value: unknown, path: readonly PropertyKey[]): boolean =>
  path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown>)?.[part], value) === undefined;

/** Sentences for a mistake that names a file and a field: `content/routine.yaml: codes: "ag" is used twice`. */
function sentence(name: string, message: string): string {
  const [, file = '', field, reason = message] = /^content\/(\S+): (?:([\w.]+): )?(.*)$/s.exec(message) ?? [];
  const kind = kindOf(file);
  const at = field && kind && fieldName(kind.labels, field.split('.'));
  const said = [file !== name && kind?.label, at, reason].filter(Boolean).join(': ');
  return `${said.slice(0, 1).toUpperCase()}${said.slice(1)}.`;
}

/** An entry that is saved. */
type Saved = {
  /** Of its file, in `content/`. */
  name: string;
  /** By field; `body` is the text below the front matter. */
  values: Record<string, unknown>;
  isNew: boolean;
};
type Problems = {
  /** The entry itself is wrong: it is not saved. */
  wrong: string[];
  /** It may be right when other changes are published first, or on purpose: it can be saved in spite of it. */
  doubtful: string[];
};

/** @param snapshot of all files; without one, only the entry itself is checked */
export function problemsOf({ name, values, isNew }: Saved, snapshot?: ContentSnapshot): Problems {
  const kind = kindOf(name);
  const left = (withoutEmpty(values) ?? {}) as Record<string, unknown>;
  if (!kind) return { wrong: [], doubtful: [] };
  const text = textOf(name, left);
  const matter = frontMatter(name, text);
  const issues = kind.schema.safeParse(matter).error?.issues ?? [];
  const wrong = issues
    .filter(({ path }) => !isMissing(matter, path))
    .map(({ path, message }) => `${fieldName(kind.labels, path.map(String))}: ${message}.`);
  // The CMS itself asks for what is missing, later where an entry is a draft.
  if (issues.length || !snapshot) return { wrong, doubtful: [] };
  const pictures = JSON.stringify(values).match(new RegExp(`[\\w-]+\\.(${pictureEndings.join('|')})`, 'g'));
  const beside = (pictures ?? []).map((picture) => name.replace(/[^/]*$/, picture));
  const files = filesIn(snapshot, { [name]: text }, beside);
  const [, id = ''] = /^products\/(.*)\/index\.md$/.exec(name) ?? [];
  const doubtful: string[] = [];
  try {
    for (const { of, fields } of isNew ? leftovers(id, readProducts(files)) : [])
      doubtful.push(
        `The same as in ${of}: ${fields.map((field) => fieldName(kind.labels, [field])).join(', ')}.`,
      );
    checkFiles(files);
  } catch (error) {
    doubtful.push(sentence(name, (error as Error).message));
  }
  return { wrong, doubtful };
}
