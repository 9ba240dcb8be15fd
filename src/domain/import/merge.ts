/**
 * A second import: three versions of a product meet. What only the export changed is taken from it, what an editor changed
 * here stays, and what both changed stays and is listed.
 */

import { optionMistakes } from '#domain/catalogue/variant.ts';
import { keysOf } from '#lib/keys.ts';

/**
 * The front matter of a product's file, as YAML reads it, and the text below it.
 * @property stated fields that the file has also where their value is the usual one
 */
export type ProductFile = { matter: Record<string, unknown>; text: string; stated?: readonly string[] };

/** The lists whose entries are compared one by one, with the field that names an entry. */
const keyedLists = { variants: 'id', pictures: 'file' } as const;
type KeyedList = keyof typeof keyedLists;
const listNames = keysOf(keyedLists);

/** The key of the variant that has no id. */
const main = '(main)';

/** Values by their place: `price`, `text`, `variants/100-ml/price`, `pictures/order`. */
type Flat = Map<string, unknown>;

type Entry = Record<string, unknown>;
function entriesOf(matter: Record<string, unknown>, list: KeyedList): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const entry of (matter[list] ?? []) as Entry[]) {
    const name = String(entry[keyedLists[list]] ?? main);
    let key = name;
    for (let number = 2; entries.has(key); number += 1) key = `${name} (${number})`;
    entries.set(key, entry);
  }
  return entries;
}

/** Values that a file leaves out because they are usual. */
const usual: Record<string, unknown> = { status: 'published' };

/** A list without entries is a value. */
const isEmpty = (list: unknown): boolean => Array.isArray(list) && !list.length;

function flatten({ matter, text }: ProductFile): Flat {
  const flat: Flat = new Map(text ? [['text', text]] : []);
  // Without pictures, one is drawn.
  const isDerived = (field: string) => field === 'placeholder' && !entriesOf(matter, 'pictures').size;
  for (const [field, value] of Object.entries(matter))
    if (!isDerived(field) && (!(field in keyedLists) || isEmpty(value))) flat.set(field, value);
  for (const list of listNames) {
    const entries = entriesOf(matter, list);
    if (entries.size) flat.set(`${list}/order`, [...entries.keys()]);
    for (const [key, entry] of entries)
      for (const [field, value] of Object.entries(entry)) flat.set(`${list}/${key}/${field}`, value);
  }
  return flat;
}

/** Sizes and shades of which some have no choices, or the same ones, are one list: a product with such options is none. */
function withoutUnfitOptions(matter: Entry): void {
  const variants = (matter.variants ?? []) as { choices?: string[] }[];
  const options = (matter.options ?? []) as string[];
  if (
    !optionMistakes(
      options,
      variants.map(({ choices = [] }) => ({ choices })),
    ).length
  )
    return;
  delete matter.options;
  for (const variant of variants) delete variant.choices;
}

/** @param isStated whether a file has a field that is usual */
function unflatten(flat: Flat, isStated: (field: string) => boolean): ProductFile {
  const matter: Record<string, unknown> = {};
  const lists = new Map<string, Map<string, Entry>>();
  for (const [path, value] of flat) {
    const [field = '', key, inside] = path.split('/');
    if (inside !== undefined && key !== undefined) {
      const entries = lists.get(field) ?? new Map<string, Entry>();
      entries.set(key, { ...entries.get(key), [inside]: value });
      lists.set(field, entries);
    } else if (key === undefined && field !== 'text' && (usual[field] !== value || isStated(field)))
      matter[field] = value;
  }
  for (const [field, entries] of lists) {
    const order = (flat.get(`${field}/order`) ?? []) as string[];
    // The one without an id comes first where the export does not have it any more.
    const first = order.includes(main) ? [] : [main];
    const keys = [...first, ...order, ...entries.keys()].filter((key) => entries.has(key));
    matter[field] = [...new Set(keys)].map((key) => entries.get(key));
  }
  const variants = (matter.variants ?? []) as Entry[];
  // One that is left alone is the product itself.
  if (variants.length === 1 && variants[0]?.id === undefined) delete matter.variants;
  withoutUnfitOptions(matter);
  if (!(matter.pictures as Entry[] | undefined)?.length) matter.placeholder = true;
  return { matter, text: String(flat.get('text') ?? '') };
}

/** The entry of a list in which a value stands: `variants/100-ml`. */
const entryOf = (path: string): string | undefined => /^([^/]+\/[^/]+)\/[^/]+$/.exec(path)?.[1];

/** A short text that is the same for equal values only. */
export type Fingerprint = (value: unknown) => string;

type Versions = {
  /** Fingerprints of what the export said at the last import, by place; empty for the first import. */
  base: Readonly<Record<string, string>>;
  /** Undefined for a new product. */
  mine: ProductFile | undefined;
  theirs: ProductFile;
  /** Whether an export that has no price before says that there is none. */
  hasPricesBefore: boolean;
};

/**
 * @property base fingerprints for the next import
 * @property conflicts places that an editor and the export have changed, with the value of the export
 */
type Merged = {
  file: ProductFile;
  base: Record<string, string>;
  conflicts: { place: string; theirs: unknown }[];
};

/** What is left empty in an export stays as it is here, but for a price before, which ends. */
const isSaid = (path: string, value: unknown, hasPricesBefore: boolean): boolean =>
  path.endsWith('originalPrice') ? hasPricesBefore : value !== undefined && value !== '';

const entriesIn = (paths: Iterable<string>): Set<string> =>
  new Set([...paths].map(entryOf).filter((one) => one !== undefined));

/** Merges a product. The editor's version is `mine`, the export's `theirs`. */
export function mergeProduct(versions: Versions, fingerprint: Fingerprint): Merged {
  const { base, hasPricesBefore } = versions;
  const isStated = (field: string) =>
    versions.mine
      ? versions.mine.matter[field] === usual[field]
      : Boolean(versions.theirs.stated?.includes(field));
  const mine: Flat = versions.mine
    ? new Map([...Object.entries(usual), ...flatten(versions.mine)])
    : new Map();
  const theirs = flatten(versions.theirs);
  const print = (value: unknown) => (value === undefined ? undefined : fingerprint(value));
  const had = entriesIn(Object.keys(base));
  const here = entriesIn(mine.keys());
  const there = entriesIn(theirs.keys());
  const hasChanged = (entry: string) =>
    [...mine].some(([path, value]) => entryOf(path) === entry && print(value) !== base[path]);
  const leaves = (entry: string) =>
    had.has(entry) &&
    !there.has(entry) &&
    entry !== `variants/${main}` &&
    theirs.has(`${entry.split('/')[0]}/order`) &&
    !hasChanged(entry);

  const result: Flat = new Map();
  const next: Record<string, string> = {};
  const conflicts: Merged['conflicts'] = [];
  for (const path of new Set([...mine.keys(), ...theirs.keys()])) {
    const entry = entryOf(path);
    const [own, other] = [mine.get(path), theirs.get(path)];
    const [b, m, t] = [base[path], print(own), print(other)];
    const said = versions.mine ? isSaid(path, other, hasPricesBefore) : other !== undefined;
    const remembered = said ? t : b;
    if (remembered !== undefined) next[path] = remembered;
    // A size that an editor has deleted does not come back.
    if (entry && ((had.has(entry) && !here.has(entry)) || leaves(entry))) continue;
    const isKept = m === t || t === b || !said;
    const value = isKept || m !== b ? own : other;
    if (value !== undefined) result.set(path, value);
    if (!isKept && m !== b && !path.endsWith('/order')) conflicts.push({ place: path, theirs: other });
  }
  return {
    file: unflatten(result, isStated),
    // Sorted, so that a line of the record changes only with what it says.
    base: Object.fromEntries(Object.entries(next).sort(([a], [b]) => (a < b ? -1 : 1))),
    conflicts,
  };
}
