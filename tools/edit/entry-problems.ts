/**
 * What is wrong with an entry that an editor is about to save, by the build's own rules: first its schema, then what its
 * file and the other files of `content/` say of each other.
 */
import { stringify } from 'yaml';
import { pictureEndings } from '#lib/content-fields.ts';
import { unsafeLink } from '#lib/unsafe-links.ts';
import {
  attempt,
  frontMatter,
  mistakesIn,
  readIngredients,
  schemaMistake,
  unknownNamesIn,
} from '#tools/lib/check-content.ts';
import { entryId } from '../../content/collections.ts';
import { type Folder, folders, groups, type SingleFile, singles } from './collections.ts';
import { type Shape, shapeOf } from './fields.ts';
import { leftovers } from './leftovers.ts';
import { type ContentSnapshot, filesIn } from './snapshot.ts';

const single = [...groups.flatMap(({ files }) => files), ...singles];
const kindOf = (name: string): SingleFile | Folder | undefined =>
  single.find(({ file }) => file === `content/${name}`) ??
  folders.find(({ folder }) => `content/${name}`.startsWith(`${folder}/`));

/** The labels on the way to a field: `faqs`, `2`, `answer` is `Questions and answers, 3, Answer`. */
function fieldName({ schema }: SingleFile | Folder, path: readonly string[]): string {
  let inside: Shape | undefined = shapeOf(schema);
  return path
    .map((part) => {
      if (/^\d+$/.test(part)) {
        inside = inside?.items;
        return `${Number(part) + 1}`;
      }
      const kinds = inside?.oneOf ?? [inside];
      inside = kinds.map((kind) => kind?.properties?.[part]).find(Boolean);
      return inside?.title ?? (part === 'body' ? 'Text' : part);
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

/** All texts of an entry with their places. */
function textsIn(value: unknown, path: readonly string[] = []): { path: readonly string[]; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, [...path, name]));
}

/** What may not even be in a draft: a link that runs a script, and a second title of the page. */
function refusals(kind: SingleFile | Folder, values: Record<string, unknown>): string[] {
  const unsafe = textsIn(values).flatMap(({ path, text }) => {
    const link = unsafeLink(text);
    return link ? [`${fieldName(kind, path)}: a link cannot begin with ${link}`] : [];
  });
  const body = typeof values.body === 'string' ? values.body : '';
  const title = /^ {0,3}#(?:[ \t].*|$)|^[^\n]+\n {0,3}=+[ \t]*$|<h1\b/im.exec(
    body.replace(/^(```|~~~)[\s\S]*?^\1/gm, ''),
  );
  const twice = `${fieldName(kind, ['body'])}: the page already has a title: please make “${title?.[0].trim()}” a heading of the second level`;
  return [...unsafe, ...(title ? [twice] : [])].map((sentence) => `${sentence}.`);
}

/** A price that is less than half or more than double of what it was may be a slip. */
function changedPrices(
  kind: SingleFile | Folder,
  name: string,
  values: Record<string, unknown>,
  before: unknown,
): string[] {
  const known = (before ?? {}) as Record<string, unknown>;
  return ['price', 'originalPrice'].flatMap((field) => {
    const [was, is] = [known[field], values[field]];
    if (!name.startsWith('products/') || typeof was !== 'number' || typeof is !== 'number') return [];
    return Math.abs(is - was) > was / 2
      ? [`${fieldName(kind, [field])}: changed from ${was} to ${is}, by more than half.`]
      : [];
  });
}

/** Names of the INCI list that no ingredient explains and the published list does not have: slips, or new ones. */
function newUnknownNames(
  kind: SingleFile | Folder,
  name: string,
  values: Record<string, unknown>,
  before: unknown,
  snapshot: ContentSnapshot,
): string[] {
  const lists = [before, values].map((entry) => (entry as Record<string, unknown> | undefined)?.ingredients);
  if (!name.startsWith('products/') || typeof lists[1] !== 'string') return [];
  const entries = readIngredients(filesIn(snapshot), () => {});
  const [known = [], all = []] = lists.map((list) =>
    unknownNamesIn([['', { ingredients: typeof list === 'string' ? list : '' }]], entries).map(
      (one) => one.name,
    ),
  );
  const added = all.filter((one) => !known.includes(one)).map((one) => `"${one}"`);
  if (!added.length) return [];
  return [
    `${fieldName(kind, ['ingredients'])}: there is no entry for ${added.join(', ')} in “Ingredients”: the page shows plain text, and nothing says what the product is free of.`,
  ];
}

/** What editors call an entry: its name, title or INCI name; else the label of its file. */
function entryName(kind: SingleFile | Folder, file: string, text: string): string {
  if (!('folder' in kind)) return kind.label;
  const matter = attempt(
    () => frontMatter(file, text),
    () => {},
  ) as Record<string, unknown> | undefined;
  const name = matter?.[kind.options.identifier_field];
  return typeof name === 'string' ? name : `${kind.label} ${entryId(file)}`;
}

/** Sentences for a mistake that names a file and a field: `content/routine.yaml: codes: "ag" is used twice`. */
function sentence(name: string, message: string, texts: Record<string, string>): string {
  const [, file = '', field, reason = message] = /^content\/(\S+): (?:([\w.]+): )?(.*)$/s.exec(message) ?? [];
  const kind = kindOf(file);
  const at = field && kind && fieldName(kind, field.split('.'));
  const entry = kind && entryName(kind, file, texts[file] ?? '');
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
  const inWords = ({ path, message }: (typeof issues)[number]) =>
    `${fieldName(kind, path.map(String))}: ${message}.`;
  // The CMS itself asks for what is missing, later where an entry is a draft.
  const wrong = issues.filter(({ path }) => !isMissing(matter, path)).map(inWords);
  // It does not know that one of two fields is required, such as pictures and the drawn one.
  const eitherMissing = issues.filter(({ code, path }) => code === 'custom' && isMissing(matter, path));
  wrong.push(...refusals(kind, left));
  if (!snapshot) return { wrong, doubtful: [] };

  const isNewProduct = name.startsWith('products/') && !(name in snapshot.texts);
  const same = isNewProduct ? leftovers(name, text, snapshot.texts) : [];
  const published = attempt(
    () => frontMatter(name, snapshot.texts[name] ?? ''),
    () => {},
  );
  const doubtful = same.map(
    ({ of, fields }) =>
      `The same as in ${of}: ${fields.map((field) => fieldName(kind, [field])).join(', ')}.`,
  );

  doubtful.push(...eitherMissing.map(inWords), ...changedPrices(kind, name, left, published));
  doubtful.push(...newUnknownNames(kind, name, left, published, snapshot));

  const known = issues.map((issue) => schemaMistake(name, issue));
  const { laws, advice } = mistakesIn(filesIn(snapshot, { [name]: text }, picturesIn(kind, name, text)));
  const mistakes = [...laws, ...advice].filter((mistake) => !known.includes(mistake));
  const isOwn = (mistake: string) => mistake.startsWith(`content/${name}: `);
  // While fields are missing, others cannot be checked against it.
  const others = issues.length ? [] : mistakes.filter((mistake) => !isOwn(mistake));
  for (const mistake of [...mistakes.filter(isOwn), ...others])
    doubtful.push(sentence(name, mistake, snapshot.texts));
  return { wrong, doubtful };
}

/** Where the CMS puts the pictures that are chosen in an entry. */
function picturesIn(kind: SingleFile | Folder, name: string, text: string): string[] {
  const folder = 'pictures' in kind && kind.pictures ? `${kind.pictures}/` : '';
  const pictures = text.match(new RegExp(`[\\w~-]+\\.(${pictureEndings.join('|')})`, 'g')) ?? [];
  return pictures.map((picture) => name.replace(/[^/]*$/, folder + picture));
}
