/** Any value that the schemas take, in any field of a product and of its sizes, comes back from an export. */
import { readCatalogue } from 'shop-import/read-catalogue';
import { writeShopifyCsv } from 'shop-import/write-shopify-csv';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { productContent } from '#domain/catalogue/product-content.ts';
import { metafieldLabels } from '#domain/catalogue/product-metafields.ts';
import { sellablesOf } from '#domain/catalogue/sellable.ts';
import { variantContent } from '#domain/catalogue/variant.ts';
import { mergeProduct, type ProductFile } from '#domain/import/merge.ts';
import { ownPictureName } from '#domain/import/own-fields.ts';
import { importLimits, planImport, type ShopFacts } from '#domain/import/plan.ts';
import { productFileOf } from '#domain/import/product-file.ts';
import { saidText } from '#domain/import/record.ts';
import { unsafeLink } from '#lib/unsafe-links.ts';
import { exportedProduct } from './exported-product.ts';
import { withOwnMetafields } from './own-metafields.ts';

let seed = 5;
function random(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
}
const oneOf = <T>(all: readonly T[]): T => all[random(all.length)] as T;
const listOf = <T>(most: number, make: () => T): T[] => Array.from({ length: random(most + 1) }, make);

const pieces = [
  ...[
    'a',
    'Z',
    '0',
    '7',
    ' ',
    '  ',
    ' - ',
    ',',
    ';',
    '"',
    "'",
    '""',
    '|',
    '\\',
    '/',
    '.',
    ':',
    '=',
    '+',
    '-5',
    '@',
  ],
  ...[
    '#',
    '*',
    '_',
    '`',
    '~',
    '>',
    '[x](/journal)',
    '![',
    '{ ',
    '}',
    '{{price}}',
    '₹',
    '₹ 1,299',
    '%',
    '& ',
    '(',
    ')',
  ],
  ...[
    'null',
    'true',
    '~',
    '0x1F',
    '1e9',
    '007',
    '2026-01-01',
    '10:30',
    '3/4',
    '30 ml',
    'Size',
    'Default Title',
  ],
  ...[
    'हल्दी',
    'क्‍ष',
    'É',
    'é',
    'ﬁ',
    '１２',
    '\u200b',
    '\u202e',
    '\ufeff',
    '\u00a0',
    '🌼',
    '👩‍🔬',
    '#a1B2c3',
    'TRUE',
    '---',
  ],
  ...[
    'Oily Skin',
    'night',
    'draft',
    '.jpg',
    'serum',
    'Benefits',
    '=HYPERLINK("x")',
    '="5"',
    "'5 drops",
    '"quoted"',
    '[]',
  ],
];
const lines = [
  '\n',
  '\n\n',
  '\r\n',
  '\n- ',
  '\n# ',
  '\n1. ',
  '\n\n## Benefits\n\n- x',
  '\n> ',
  '\n\n---\n\n',
  '\\\n',
];
const textOf = (parts: readonly string[]): string => listOf(6, () => oneOf(parts)).join('');
const days = ['2020-02-29', '2026-11-30', '2031-01-01'];

type Def = {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  entries?: Record<string, string>;
  values?: unknown[];
};

/** A value that a schema may take, as YAML has it. */
function valueFor(schema: z.ZodType): unknown {
  const def = schema._zod.def as unknown as Def;
  const inner = def.innerType ?? def.in;
  if (inner) return valueFor(inner);
  if (def.type === 'object')
    return Object.fromEntries(
      Object.entries(def.shape ?? {}).flatMap(([name, field]) => {
        const isLeftOut = field.safeParse(undefined).success && random(2);
        return isLeftOut ? [] : [[name, fittingValue(field)]];
      }),
    );
  if (def.type === 'array') return listOf(4, () => fittingValue(def.element ?? z.unknown()));
  if (def.type === 'enum') return oneOf(Object.values(def.entries ?? {}));
  if (def.type === 'boolean') return random(2) === 1;
  if (def.type === 'number') return oneOf([0, 1, 2, 5, 30, 1.5, 4.25, 499, 599.5, 0.01, 100_000, 123_456.78]);
  if (def.type === 'date') return new Date(oneOf(days));
  return oneOf([
    () => textOf(pieces),
    () => textOf([...pieces, ...lines]),
    () => listOf(3, () => oneOf(['a', 'rose', '50', 'ml'])).join('-'),
    () => oneOf(['330499', '123456', '#e3c4a2', '1.jpg', '2.png', 'Front~1.webp', 'abc', 'zz', '890-12', '']),
  ])();
}

/** One that it takes. */
function fittingValue(schema: z.ZodType): unknown {
  for (let tries = 0; tries < 60; tries += 1) {
    const value = valueFor(schema);
    if (schema.safeParse(value).success && !unsafeLink(JSON.stringify(value))) return value;
  }
  return undefined;
}

type Matter = Record<string, unknown>;

/** Sizes of which exactly one has no id, with pictures that there are. */
function variantsFor(files: readonly string[]): Matter[] {
  const main = random(3);
  return Array.from({ length: 3 }, (_, n) => {
    const { id = `v-${n}`, picture: _picture, ...rest } = fittingValue(variantContent) as Matter;
    return {
      ...(n !== main && { id }),
      ...rest,
      ...(files.length && random(2) && { picture: oneOf(files) }),
    };
  });
}

const fields = Object.entries<z.ZodType>(productContent.shape);

/** A product with as many of the fields as fit together. */
function productFor(): ProductFile {
  let matter: Matter = { name: 'Balm', category: 'balm', price: 499, placeholder: true };
  const take = (fields: Matter) => {
    const next = Object.fromEntries(
      Object.entries({ ...matter, ...fields }).filter(([, value]) => value !== undefined),
    );
    if (productContent.safeParse(next).success) matter = next;
  };
  // Twice, since some agree with others only.
  for (const [name, schema] of [...fields, ...fields])
    if (name !== 'variants' && random(4)) take({ [name]: fittingValue(schema) });
  const files = ((matter.pictures ?? []) as { file: string }[]).map(({ file }) => file);
  if (random(2)) take({ variants: variantsFor(files) });
  const text = textOf([...pieces, ...lines]).trim();
  return { matter, text: unsafeLink(text) ? '' : text };
}

/** Facts of a shop that has everything that products name. */
function shopFor(files: readonly ProductFile[]): ShopFacts {
  const all = JSON.stringify(files.map(({ matter }) => matter));
  const words = [...all.matchAll(/"([a-z\d-]+)"/g)].map(([, word = '']) => word);
  return {
    categories: [{ name: 'serum', words: ['serum'] }],
    concepts: new Map([['night', 'night']]),
    record: new Map(),
    others: new Map(),
    rates: new Set(words),
    names: {
      steps: words,
      actives: words,
      codes: [],
      stepped: files.map(({ matter }) => String(matter.category)),
      products: [],
    },
    now: Date.parse('2026-11-30T06:30Z'),
  };
}

/** The files of products after an export and an import. */
function reimported(files: ReadonlyMap<string, ProductFile>): Map<string, ProductFile> {
  const now = Date.parse('2026-11-30T06:30Z');
  const written = [...files].map(([id, file]) => {
    const product = productContent.parse(file.matter);
    const sold = new Map(sellablesOf(id, product));
    const stockOf = (one: string) => {
      const { trackStock, openingStock } = sold.get(one) ?? {};
      return trackStock === 'counted' ? openingStock : undefined;
    };
    const exported = exportedProduct(
      id,
      product,
      file.text,
      stockOf,
      (n) => `https://a.example/media/${id}/${n}.jpg`,
      now,
    );
    return { exported, file };
  });
  const concepts = new Map([['night', 'night']]);
  const csv = writeShopifyCsv(
    withOwnMetafields(written, concepts, () => false),
    metafieldLabels,
  );
  const shop = shopFor([...files.values()]);
  const plan = planImport(readCatalogue(new TextEncoder().encode(csv), importLimits), shop);
  return new Map(
    plan.products.map((one) => {
      const theirs = productFileOf(one, (address) => {
        const place = one.product.pictures.findIndex((picture) => picture.address === address);
        return place < 0 ? undefined : (ownPictureName(one, address) ?? `${place + 1}.jpg`);
      });
      const { file } = mergeProduct({ base: {}, mine: undefined, theirs, hasPricesBefore: true }, saidText);
      return [
        one.product.handle,
        { ...file, lost: one.product.findings.filter(({ severity }) => severity === 'missing') },
      ];
    }),
  );
}

const codeOf = (n: number): string => String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26));

test('any product', () => {
  const files = new Map(Array.from({ length: 150 }, (_, n) => [`p-${n}`, productFor()]));
  // No two products have one code.
  for (const [n, { matter }] of [...files.values()].entries())
    if (matter.routine) Object.assign(matter.routine, { code: codeOf(n) });
  const names = new Set([...files.values()].flatMap(({ matter }) => Object.keys(matter)));
  expect([...names].sort()).toEqual(Object.keys(productContent.shape).sort());
  const found = reimported(files);
  for (const [id, { matter, text }] of files) expect(found.get(id), id).toEqual({ matter, text, lost: [] });
});
