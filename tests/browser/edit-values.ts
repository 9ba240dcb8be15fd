/** What is entered in the lists of the editor: new items, and other texts in those that are there (edit-plan.ts). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { kindKey, type Shape } from '#tools/edit/fields.ts';
import { contentRoot } from '#tools/lib/content.ts';
import { isList, kindOf, type List, type Part, type Value, type Values } from './edit-plan.ts';

/** What is added where a rule asks for more than the schema of the list says, by the list. */
export const given: Record<string, Value[] | undefined> = {
  sales: [
    {
      name: 'Diwali sale',
      from: '2031-11-01',
      until: '2031-11-05',
      percent: 20,
      everything: false,
      products: ['barrier-cream'],
    },
    {
      name: 'Holi sale',
      from: '2031-03-01',
      until: '2031-03-05',
      percent: 10,
      everything: false,
      products: ['rose-balance-toner'],
    },
  ],
  redirects: [
    { from: '/pages/our-story', to: '/about' },
    { from: '/pages/help', to: '/contact' },
  ],
  'sales.*.categories': ['serum', 'moisturizer'],
  'sales.*.brands': ['Harita', 'Harita Baby'],
  zones: [
    {
      name: 'the hills',
      states: ['Himachal Pradesh'],
      days: { fewest: 4, most: 7 },
      noCashOnDelivery: false,
    },
  ],
  social: [
    { name: 'Instagram', url: 'https://www.instagram.com/harita' },
    { name: 'YouTube', url: 'https://www.youtube.com/harita' },
  ],
  aliases: ['/products/old-one', '/products/older-one'],
  variants: [{ id: '200-ml', label: '200 ml', kind: 'size' }],
};

const plain = 'New entry of this list, long enough for each of them';

/** Whether a schema takes a text. */
const takes = ({ pattern, maxLength = 1e9, minLength = 0 }: Shape, text: string): boolean =>
  text.length <= maxLength && text.length >= minLength && (!pattern || new RegExp(pattern).test(text));

/** A text like another one, which none of those has. */
function newText(shape: Shape, like: string | undefined, taken: readonly Value[]): string {
  const lastDigit = like?.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
  const candidates = [
    ...(like === undefined
      ? []
      : [
          ...(like.includes(' ') ? [`${like} too`] : []),
          `${like}-too`,
          `${like} too`,
          `${like}2`,
          lastDigit ?? '',
        ]),
    ...Array.from({ length: 60 }, (_, at) => plain.slice(0, 60 - at).trim()),
    'new-one',
    'zz',
    '2031-01-26',
    'https://example.com/new',
    '/contact',
    '110001',
  ];
  const text = candidates.find((one) => takes(shape, one) && !taken.includes(one));
  if (text === undefined) throw new Error(`no text for ${JSON.stringify(shape)}`);
  return text;
}

/** A value of a field. @param like that of another item @param others of all other items, none of which it repeats if they differ */
function newValue(
  part: Part,
  like: Value,
  others: Value[],
  known: Map<string, string[]>,
  isFree = false,
): Value {
  const { field, shape, fields, item } = part;
  const all: Value[] = others.filter((one) => one !== undefined);
  const mustDiffer =
    isFree || like === undefined || new Set(all.map((one) => JSON.stringify(one))).size === all.length;
  const choose = (choices: readonly Value[]) => choices.find((one) => !all.includes(one)) ?? choices[0];
  if (field.widget === 'list' || field.multiple) {
    const items = (like as Value[] | undefined) ?? [];
    if (!mustDiffer && items.length) return items;
    const count = Math.max(1, shape.minItems ?? 1);
    const inner =
      item ?? ({ ...part, field: { ...field, multiple: false }, shape: shape.items ?? {} } as Part);
    const made: Value[] = [];
    for (let at = 0; at < count; at++)
      made.push(
        fields && !item
          ? newItem(fields, items.slice(0, 1), known)
          : newValue(inner, items[0], [...all.flat(), ...made] as Value[], known, true),
      );
    return made;
  }
  if (fields) return newItem(fields, like === undefined ? [] : [like], known, all);
  if (field.widget === 'boolean') return like ?? false;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return mustDiffer ? choose(shape.enum) : like;
  if (shape.refersTo === 'page') return like ?? '/contact';
  if (shape.refersTo)
    return mustDiffer ? choose((known.get(shape.refersTo) ?? []).filter((one) => takes(shape, one))) : like;
  if (field.widget === 'select')
    return mustDiffer
      ? choose((field.options ?? []).map((one) => (one as never as { value?: string }).value ?? one))
      : like;
  if (shape.type === 'number' || shape.type === 'integer') return like ?? Math.max(1, shape.minimum ?? 0);
  if (shape.format === 'date') return mustDiffer ? '2031-01-26' : like;
  return mustDiffer ? newText(shape, like as string | undefined, all) : like;
}

/** A new item of a list of objects: the fields that its shortest item has, or those that must be there. */
function newItem(
  fields: Part[],
  items: readonly Value[],
  known: Map<string, string[]>,
  others = items,
): Values {
  const [base] = items.toSorted(
    (one, other) => JSON.stringify(one).length - JSON.stringify(other).length,
  ) as Values[];
  const made: Values = {};
  // Two pictures of one item are two files.
  const pictures: Value[] = [];
  for (const part of fields) {
    const like = base?.[part.name];
    if (base ? like === undefined : !part.field.required) continue;
    const isPicture = part.field.widget === 'image';
    const taken = others.map((one) => (one as Values)[part.name]);
    const before = isPicture ? pictures : part.fields ? Object.values(made) : [];
    const value = newValue(part, like, [...taken, ...before], known);
    made[part.name] = value;
    if (isPicture) pictures.push(value);
  }
  return made;
}

/** What is added to a list. */
export function newEntry({ part }: List, items: readonly Value[], known: Map<string, string[]>): Value {
  if (part.kinds) {
    const taken = items.map(kindOf);
    const [kind = '', fields = []] = [...part.kinds].find(([one]) => !taken.includes(one)) ?? [];
    // Other pictures than lists get, and than there are: the editor asks about one that is uploaded twice.
    const isThere = (name: string) => existsSync(join(contentRoot, 'home', name));
    const pictures = (known.get('picture') ?? []).toReversed().filter((name) => !isThere(name));
    const others = new Map([...known, ['picture', pictures]]);
    return { [kindKey]: kind, ...newItem(fields, [], others) };
  }
  if (part.fields && !part.item) return newItem(part.fields, items, known);
  const inner =
    part.item ??
    ({ ...part, field: { ...part.field, multiple: false }, shape: part.shape.items ?? {} } as Part);
  return newValue(inner, items.at(-1), [...items], known, true);
}

/** A text in an item that can be another one. @returns nothing where all of it names something elsewhere, or is chosen */
export function changeIn(part: Part, value: Value): { path: string; part: Part; value: string } | undefined {
  const fields = part.kinds ? part.kinds.get(kindOf(value)) : part.fields;
  if (fields && !part.item) {
    for (const one of fields) {
      const inner = isList(one) ? undefined : changeIn(one, (value as Values | undefined)?.[one.name]);
      if (inner) return { ...inner, path: [one.name, inner.path].filter(Boolean).join('.') };
    }
    return;
  }
  const { field, shape } = part;
  const isText =
    ['string', 'text'].includes(field.widget ?? '') &&
    !shape.refersTo &&
    !shape.enum &&
    shape.const === undefined;
  if (!isText || typeof value !== 'string' || part.name === 'id') return;
  return { path: '', part, value: newText(shape, value, [value]) };
}
