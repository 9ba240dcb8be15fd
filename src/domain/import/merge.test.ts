import { describe, expect, test } from 'vitest';
import { mergeProduct, type ProductFile } from './merge.ts';

const fingerprint = (value: unknown) => JSON.stringify(value);
const file = (matter: Record<string, unknown>, text = ''): ProductFile => ({ matter, text });
const merge = (
  base: Record<string, string>,
  mine: ProductFile | undefined,
  theirs: ProductFile,
  hasPricesBefore = true,
) => mergeProduct({ base, mine, theirs, hasPricesBefore }, fingerprint);

const sizes = [{ label: '15 ml' }, { id: '50-ml', label: '50 ml', price: 900, openingStock: 4 }];
const first = file(
  {
    name: 'Balm',
    price: 400,
    originalPrice: 500,
    status: 'published',
    brand: 'Vann',
    pictures: [{ file: '1.jpg' }],
    variants: sizes,
  },
  'Thick.',
);
const imported = merge({}, undefined, first);
const { base } = imported;
/** What an editor has in the file after the first import. */
const mine = imported.file;
const edited = (change: Record<string, unknown>, text = mine.text) =>
  file({ ...mine.matter, ...change }, text);

test('a first import is written as it is; what is usual is left out', () =>
  expect(mine).toEqual(
    file(
      {
        name: 'Balm',
        price: 400,
        originalPrice: 500,
        brand: 'Vann',
        pictures: [{ file: '1.jpg' }],
        variants: sizes,
      },
      'Thick.',
    ),
  ));

describe('a second import', () => {
  test('of the same changes nothing, also not what an editor has changed', () => {
    const ours = edited({ name: 'Green Balm', tags: ['night'] }, 'Thick and green.');
    expect(merge(base, ours, first)).toMatchObject({ file: ours, conflicts: [] });
  });

  test('takes what only the export has changed: values, a size, a picture, the status', () => {
    const theirs = file(
      {
        ...first.matter,
        price: 450,
        status: 'retired',
        pictures: [{ file: '2.jpg' }, { file: '1.jpg' }],
        variants: [
          ...sizes.slice(0, 1),
          { id: '50-ml', label: '50 ml', price: 950, openingStock: 9 },
          { id: '5-ml', label: '5 ml' },
        ],
      },
      'Thin.',
    );
    const { file: merged, conflicts } = merge(base, edited({ brand: 'Ours' }), theirs);
    expect(conflicts).toEqual([]);
    expect(merged).toEqual(
      file(
        {
          name: 'Balm',
          price: 450,
          originalPrice: 500,
          brand: 'Ours',
          status: 'retired',
          pictures: [{ file: '2.jpg' }, { file: '1.jpg' }],
          variants: [sizes[0], { ...sizes[1], price: 950, openingStock: 9 }, { id: '5-ml', label: '5 ml' }],
        },
        'Thin.',
      ),
    );
  });

  test('keeps what both have changed and names it, once', () => {
    const ours = edited({ variants: [sizes[0], { ...sizes[1], price: 999 }] });
    const theirs = file({ ...first.matter, variants: [sizes[0], { ...sizes[1], price: 950 }] }, 'Thick.');
    const { file: merged, conflicts, base: next } = merge(base, ours, theirs);
    expect(merged).toEqual(ours);
    expect(conflicts).toEqual([{ place: 'variants/50-ml/price', theirs: 950 }]);
    expect(merge(next, merged, theirs).conflicts).toEqual([]);
  });

  test('what it leaves empty stays, but a price before ends where it has a column for it', () => {
    const theirs = file({ name: 'Balm', price: 400 });
    expect(merge(base, mine, theirs).file.matter).toEqual({ ...mine.matter, originalPrice: undefined });
    expect(merge(base, mine, theirs, false).file).toEqual(mine);
  });

  test('a size that an editor has deleted stays away; one that has left the export goes, unless an editor changed it', () => {
    const three = [...sizes, { id: '5-ml', label: '5 ml', price: 50 }];
    const before = merge({}, undefined, file({ ...first.matter, variants: three }));
    const deleted = file({ ...before.file.matter, variants: three.slice(0, 2) });
    expect(
      merge(before.base, deleted, file({ ...first.matter, variants: three })).file.matter.variants,
    ).toEqual(sizes);
    expect(merge(before.base, before.file, first).file.matter.variants).toEqual(sizes);
    const changed = [...sizes, { id: '5-ml', label: 'Tiny', price: 50 }];
    expect(
      merge(before.base, file({ ...before.file.matter, variants: changed }), first).file.matter.variants,
    ).toEqual(changed);
  });

  test('the size that has the id of the product stays; one that is left alone is the product', () => {
    const theirs = file({ ...first.matter, variants: [sizes[1]] });
    expect(merge(base, mine, theirs).file.matter.variants).toEqual(sizes);
    expect(
      merge(base, mine, file({ ...first.matter, variants: [sizes[0]] })).file.matter.variants,
    ).toBeUndefined();
  });

  test('brings options where all sizes have choices; with one of the editor’s that has none, they are one list', () => {
    const theirs = file({
      ...first.matter,
      options: ['Colour', 'Size'],
      variants: sizes.map((one, n) => ({ ...one, choices: ['Red', String(n)] })),
    });
    const { matter } = merge(base, mine, theirs).file;
    expect([matter.options, matter.variants]).toEqual([theirs.matter.options, theirs.matter.variants]);
    const ours = edited({ variants: [...sizes, { id: 'own', label: 'Own' }] });
    expect(merge(base, ours, theirs).file).toEqual(ours);
  });

  test('a product without pictures is drawn until it has one', () => {
    const bare = merge({}, undefined, file({ name: 'Soap', price: 80 }));
    expect(bare.file.matter.placeholder).toBe(true);
    const theirs = file({ name: 'Soap', price: 80, pictures: [{ file: '1.jpg' }] });
    expect(merge(bare.base, bare.file, theirs).file.matter).toEqual({ ...theirs.matter });
  });
});
