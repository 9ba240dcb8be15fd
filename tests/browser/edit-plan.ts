/**
 * Every list of every content type, read off the schemas: what is entered in it, and what its file holds afterwards.
 * tests/browser/edit-lists.test.ts enters it in the editor (edit-form.ts).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Field } from '@sveltia/cms';
import { parse } from 'yaml';
import { slugOfCategory } from '#domain/catalogue/category.ts';
import { folders, groups, singles } from '#tools/edit/collections.ts';
import { fieldsOf, kindKey, type Shape, shapeOf } from '#tools/edit/fields.ts';
import { contentRoot } from '#tools/lib/content.ts';

/** A field of the editor with its schema. @property fields of an object, or of each item of a list; `item` of a list of single values */
export type Part = {
  name: string;
  field: Field & { widget?: string; required?: boolean; multiple?: boolean; options?: string[] };
  shape: Shape;
  fields?: Part[] | undefined;
  item?: Part | undefined;
  /** Of a list whose items are of several kinds: the fields of each. */
  kinds?: ReadonlyMap<string, Part[]> | undefined;
};

type Inner = { fields?: Field[]; field?: Field; types?: { name: string; label: string; fields?: Field[] }[] };

const shapeOfKind = ({ oneOf = [] }: Shape, kind: string): Shape =>
  oneOf.find(({ properties }) => properties?.[kindKey]?.const === kind) ?? {};

/** The kind of an item of a list whose items are of several kinds. */
export const kindOf = (item: Value): string => String((item as Values)[kindKey]);

/** What the editor calls a kind. */
export const kindLabel = ({ field }: Part, kind: string): string =>
  (field as Inner).types?.find(({ name }) => name === kind)?.label ?? kind;

const partOfField = (field: Field, shape: Shape): Part => {
  const { fields, field: item, types } = field as Inner;
  const inner = shape.items ?? shape;
  return {
    name: field.name,
    field: field as Part['field'],
    shape,
    fields: fields && partsOf(inner, fields),
    item: item && partOfField(item, inner),
    kinds:
      types && new Map(types.map(({ name, fields }) => [name, partsOf(shapeOfKind(inner, name), fields)])),
  };
};

const partsOf = (shape: Shape, fields = fieldsOf(shape)): Part[] =>
  fields.map((field) => partOfField(field, shape.properties?.[field.name] ?? {}));

export type Value = undefined | string | number | boolean | Value[] | { [name: string]: Value };
export type Values = { [name: string]: Value };

/** A file of content. @property url of its form in the editor, below `#` */
export type ContentFile = { path: string; url: string; parts: Part[]; values: Values; body: string };

function readFile(path: string): Pick<ContentFile, 'values' | 'body'> {
  const text = readFileSync(join(contentRoot, path), 'utf8');
  const [, matter = text, body = ''] =
    (path.endsWith('.md') && /^---\n(.*?)\n---\n(?:\n(.*))?$/s.exec(text)) || [];
  return { values: parse(matter) as Values, body };
}

/** What the editor shows for a value that is chosen. */
export function labelOf({ field, shape }: Part, value: string): string {
  const isCategory =
    shape.refersTo === 'category' || (field as { collection?: string }).collection === 'categories';
  if (isCategory) return String(readFile(`categories/${slugOfCategory(value)}.yaml`).values.name);
  return field.widget === 'relation' ? String(readFile(`products/${value}/index.md`).values.name) : value;
}

/** All files of `content/`, by their form in the editor. */
export function contentFilesByType(): ContentFile[][] {
  const names = readdirSync(contentRoot, { recursive: true, encoding: 'utf8' });
  const file = (path: string, url: string, parts: Part[]) => ({ path, url, parts, ...readFile(path) });
  const ofFolders = folders.map(({ name, folder, path, extension, schema }) => {
    const parts = partsOf(shapeOf(schema));
    const inFolder = `${folder.replace('content/', '')}/`;
    const ending = `${path.replace('{{slug}}', '')}.${extension}`;
    return names
      .filter((one) => one.startsWith(inFolder) && one.endsWith(ending))
      .map((one) =>
        file(one, `/collections/${name}/entries/${one.slice(inFolder.length, -extension.length - 1)}`, parts),
      );
  });
  const ofGroups = groups.flatMap((group) =>
    group.files.map((one) => [
      file(
        one.file.replace('content/', ''),
        `/collections/${group.name}/entries/${one.name}`,
        partsOf(shapeOf(one.schema)),
      ),
    ]),
  );
  const ofSingles = singles.map((one) => [
    file(
      one.file.replace('content/', ''),
      `/collections/_singletons/entries/${one.name}`,
      partsOf(shapeOf(one.schema)),
    ),
  ]);
  return [...ofFolders, ...ofGroups, ...ofSingles];
}

/** A list of a file. @property path such as `zones.1.districts` @property type such as `zones.*.districts` */
export type List = { path: string; type: string; part: Part };

export const isList = ({ field }: Part): boolean => field.widget === 'list' || Boolean(field.multiple);

export const valueAt = (values: Value, path: string): Value =>
  path.split('.').reduce<Value>((value, key) => (value as Values | undefined)?.[key], values);

/** The lists of a file. A list in the items of another is that of the item that has most of it. */
export function listsIn(parts: Part[], values: Value, path = '', type = ''): List[] {
  return parts.flatMap((part) => {
    const [at, as] = [path + part.name, type + part.name];
    const value = (values as Values | undefined)?.[part.name];
    if (!isList(part)) return part.fields ? listsIn(part.fields, value, `${at}.`, `${as}.`) : [];
    const items = (value as Value[] | undefined) ?? [];
    const own = { path: at, type: as, part };
    if (part.kinds)
      return [
        own,
        ...items.flatMap((item, index) =>
          listsIn(part.kinds?.get(kindOf(item)) ?? [], item, `${at}.${index}.`, `${as}.${kindOf(item)}.`),
        ),
      ];
    if (!part.fields) return [own];
    const nested = part.fields.flatMap((one) => {
      const sizes = items.map(
        (item) => listsIn([one], item).length && JSON.stringify((item as Values)[one.name] ?? '').length,
      );
      const index = Math.max(0, sizes.indexOf(Math.max(...sizes)));
      return listsIn([one], items[index], `${at}.${index}.`, `${as}.*.`);
    });
    return [own, ...nested];
  });
}

/** Lists that a rule of most products fixes, by a product where it does not. */
const onlyIn: Record<string, string> = { skinTypes: 'products/aloe-gel-cream/index.md' };

/** Lists of which none can be changed alone: each size or shade has a choice for each option. */
export const tied = ['options', 'variants.*.choices'];

/** Lists whose order is a rule: nothing is moved in them. */
export const inOrder = ['goods.*.rates'];

/** Lists whose last item has to stay the last one. */
export const lastStays = ['zones'];

/** Whether a file has the list with something in it. */
const has = ({ path, values }: ContentFile, list: List): boolean =>
  (onlyIn[list.type] ?? path) === path &&
  Boolean((valueAt(values, list.path) as Value[] | undefined)?.length);

/** The values with other items in a list. Without items, a list that was not there before is not written. */
export function withItems(values: Values, path: string, items: Value[]): Values {
  const copy = structuredClone(values);
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  const owner = steps.reduce<Values>((value, key) => value[key] as Values, copy);
  if (items.length) owner[last] = items;
  else delete owner[last];
  return copy;
}

/** An item with another text. @param path in the item; empty where the item is the text */
export function withChange(item: Value, path: string, text: string): Value {
  const [first, ...rest] = path.split('.').filter(Boolean);
  if (!first) return text;
  const values = item as Values;
  return { ...values, [first]: withChange(values[first], rest.join('.'), text) };
}

/** Few files of a content type, with the lists to be changed in each: every list of the type once, in a file that has it. */
export function filesToWalk(files: ContentFile[]): { file: ContentFile; lists: List[] }[] {
  const found = files.map((file) => ({
    file,
    lists: listsIn(file.parts, file.values).filter(({ type }) => !tied.includes(type)),
  }));
  const done = new Set<string>();
  const walked: { file: ContentFile; lists: List[] }[] = [];
  const take = (isFit: (file: ContentFile, list: List) => boolean) => {
    const left = () =>
      found.map(({ file, lists }) => ({
        file,
        lists: lists.filter((list) => !done.has(list.type) && isFit(file, list)),
      }));
    for (;;) {
      const [best] = left().sort((one, other) => other.lists.length - one.lists.length);
      if (!best?.lists.length) return;
      for (const { type } of best.lists) done.add(type);
      const same = walked.find(({ file }) => file === best.file);
      if (same) same.lists.push(...best.lists);
      else walked.push(best);
    }
  };
  take(has);
  take(() => true);
  return walked;
}

/** Values that fields refer to, by `refersTo`, as the content has them. */
export function knownReferences(all: ContentFile[][]): Map<string, string[]> {
  const known = new Map<string, Set<string>>();
  const visit = (part: Part, value: Value): void => {
    if (value === undefined) return;
    const { refersTo } = part.shape;
    if (refersTo && typeof value === 'string')
      known.set(refersTo, (known.get(refersTo) ?? new Set()).add(value));
    if (part.item) for (const one of value as Value[]) visit(part.item, one);
    else if (part.kinds)
      for (const one of value as Value[])
        for (const field of part.kinds.get(kindOf(one)) ?? []) visit(field, (one as Values)[field.name]);
    else if (part.fields)
      for (const one of Array.isArray(value) ? value : [value])
        for (const field of part.fields) visit(field, (one as Values)[field.name]);
  };
  for (const { parts, values } of all.flat()) for (const part of parts) visit(part, values[part.name]);
  return new Map([...known].map(([target, values]) => [target, [...values]]));
}
