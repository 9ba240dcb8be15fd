/**
 * What is wrong with an entry that an editor is about to save, by the build's own rules: first its schema, then what its
 * file and the other files of `content/` say of each other.
 */
import { stringify } from 'yaml';
import { pictureEndings } from '#lib/content-fields.ts';
import { frontMatter, mistakesIn, schemaMistake } from '#tools/lib/check-content.ts';
import { entryId } from '../../content/collections.ts';
import { type Folder, folders, groups, type SingleFile, singles } from './collections.ts';
import type { AnyLabel, AnyLabels } from './label-types.ts';
import { leftovers } from './leftovers.ts';
import { type ContentSnapshot, filesIn } from './snapshot.ts';

const single = [...groups.flatMap(({ files }) => files), ...singles];
const kindOf = (name: string): SingleFile | Folder | undefined =>
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

/** The CMS has `null` for an empty item of a list. */
const isMissing = (value: unknown, path: readonly PropertyKey[]): boolean =>
  (path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown>)?.[part], value) ?? null) === null;

/** Sentences for a mistake that names a file and a field: `content/routine.yaml: codes: "ag" is used twice`. */
function sentence(name: string, message: string): string {
  const [, file = '', field, reason = message] = /^content\/(\S+): (?:([\w.]+): )?(.*)$/s.exec(message) ?? [];
  const kind = kindOf(file);
  const at = field && kind && fieldName(kind.labels, field.split('.'));
  const entry = kind && 'folder' in kind ? `${kind.label} ${entryId(file)}` : kind?.label;
  const said = [file !== name && entry, at, reason].filter(Boolean).join(': ');
  return `${said.slice(0, 1).toUpperCase()}${said.slice(1)}.`;
}

/** An entry that is saved. */
type Saved = {
  /** Of its file, in `content/`. */
  name: string;
  /** By field; `body` is the text below the front matter. */
  values: Record<string, unknown>;
};
type Problems = {
  /** The entry itself is wrong: it is not saved. */
  wrong: string[];
  /** It may be right when other changes are published first, or on purpose: it can be saved in spite of it. */
  doubtful: string[];
};

/** @param snapshot of all files that are published; without one, only the entry itself is checked */
export function problemsOf({ name, values }: Saved, snapshot?: ContentSnapshot): Problems {
  const kind = kindOf(name);
  const left = (withoutEmpty(values) ?? {}) as Record<string, unknown>;
  if (!kind) return { wrong: [], doubtful: [] };
  const text = textOf(name, left);
  const matter = frontMatter(name, text);
  const issues = kind.schema.safeParse(matter).error?.issues ?? [];
  // The CMS itself asks for what is missing, later where an entry is a draft.
  const wrong = issues
    .filter(({ path }) => !isMissing(matter, path))
    .map(({ path, message }) => `${fieldName(kind.labels, path.map(String))}: ${message}.`);
  if (!snapshot) return { wrong, doubtful: [] };

  const isNewProduct = name.startsWith('products/') && !(name in snapshot.texts);
  const same = isNewProduct ? leftovers(name, text, snapshot.texts) : [];
  const labels = { ...kind.labels, body: 'Text' };
  const doubtful = same.map(
    ({ of, fields }) =>
      `The same as in ${of}: ${fields.map((field) => fieldName(labels, [field])).join(', ')}.`,
  );

  const known = issues.map((issue) => schemaMistake(name, issue));
  const mistakes = mistakesIn(filesIn(snapshot, { [name]: text }, picturesIn(kind, name, text))).filter(
    (mistake) => !known.includes(mistake),
  );
  const isOwn = (mistake: string) => mistake.startsWith(`content/${name}: `);
  // While fields are missing, others cannot be checked against it.
  const others = issues.length ? [] : mistakes.filter((mistake) => !isOwn(mistake));
  for (const mistake of [...mistakes.filter(isOwn), ...others]) doubtful.push(sentence(name, mistake));
  return { wrong, doubtful };
}

/** Where the CMS puts the pictures that are chosen in an entry. */
function picturesIn(kind: SingleFile | Folder, name: string, text: string): string[] {
  const folder = 'pictures' in kind && kind.pictures ? `${kind.pictures}/` : '';
  const pictures = text.match(new RegExp(`[\\w~-]+\\.(${pictureEndings.join('|')})`, 'g')) ?? [];
  return pictures.map((picture) => name.replace(/[^/]*$/, folder + picture));
}
