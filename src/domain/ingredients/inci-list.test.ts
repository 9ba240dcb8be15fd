/** How labels write ingredient lists: kinds of them one by one, real ones, and random ones. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#tools/lib/content.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import { type InciList, inciLists, inciNames } from './inci-list.ts';
import { isStatement } from './inci-phrases.ts';

/** Lists of real shops; words that would name a shop are replaced. */
const labels = readFileSync(join(root, 'src/domain/ingredients/testing/labels.txt'), 'utf8')
  .trimEnd()
  .split('\n---\n');

const list = (names: string[], more: Partial<InciList> = {}): InciList => ({ names, notes: [], ...more });
const water = ['Aqua', 'Glycerin', 'Parfum'];

test.each<[what: string, text: string, names: string[]]>([
  [
    'names in brackets',
    'Water (Aqua), Glycerin (Vegetable [Coconut]), Parfum (Fragrance (Natural, Organic))',
    ['Water (Aqua)', 'Glycerin (Vegetable [Coconut])', 'Parfum (Fragrance (Natural, Organic))'],
  ],
  ['a name in three languages', 'Aqua/Water/Eau, Water/ Aqua/ Eau', ['Aqua/Water/Eau', 'Water/ Aqua/ Eau']],
  ['a heading', 'Ingredients: Aqua, Glycerin, Parfum.', water],
  ['a heading of another kind', 'FULL INGREDIENTS (INCI) – Aqua, Glycerin, Parfum', water],
  ['a heading on a line of its own', 'INGREDIENTS\nAqua, Glycerin, Parfum', water],
  ['a heading with a colon and a dash', 'Ingredients :- Aqua, Glycerin, Parfum', water],
  ['a heading without a colon', 'Ingredients Aqua, Glycerin, Parfum', water],
  ['semicolons', 'Aqua; Glycerin; Parfum.', water],
  ['no spaces', 'Aqua,Glycerin,Parfum', water],
  ['bullets', '• Aqua • Glycerin • Parfum', water],
  ['lines', 'Aqua\nGlycerin\r\nParfum', water],
  ['lines with commas', 'Aqua,\nGlycerin,\n  Parfum', water],
  ['lines with dashes', '- Aqua\n- Glycerin\n- Parfum', water],
  ['lines with stars', '* Aqua\n* Glycerin\n* Parfum', water],
  ['numbered lines', '1. Aqua\n2. Glycerin\n3. Parfum', water],
  ['tabs', 'Aqua\tGlycerin\tParfum', water],
  ['full stops', 'Aqua. Glycerin. Parfum.', water],
  ['dashes', 'Aqua - Glycerin - Parfum', water],
  ['slashes', 'Aqua / Glycerin / Parfum / Silica / Mica', [...water, 'Silica', 'Mica']],
  ['full-width signs', 'Aqua，Ｇlycerin、Parfum', water],
  ['entities and spaces without a break', 'Aqua&#44; Glycerin&nbsp;&amp; Parfum', water],
  ['characters without a width', 'Aqua\u200b, Gly\u00adcerin, \ufeffParfum', water],
  ['blends', 'Aqua (and) Glycerin (and) Parfum', water],
  ['“and” before the last', 'Aqua, Glycerin, and Parfum', water],
  ['upper case', 'AQUA, PEG-40 HYDROGENATED CASTOR OIL', ['AQUA', 'PEG-40 HYDROGENATED CASTOR OIL']],
  [
    'commas and dots in names',
    'Aqua,1,2-Hexanediol, 2,4-Dichlorobenzyl Alcohol, C12-15 Alkyl Benzoate, D,L-Panthenol, Zinc Oxide 20.0%',
    [
      'Aqua',
      '1,2-Hexanediol',
      '2,4-Dichlorobenzyl Alcohol',
      'C12-15 Alkyl Benzoate',
      'D,L-Panthenol',
      'Zinc Oxide 20.0%',
    ],
  ],
  ['a number that a space has cut', 'Aqua, 1, 2-Hexanediol', ['Aqua', '1, 2-Hexanediol']],
  ['a decimal comma', 'Niacinamide 0,5%, Aqua', ['Niacinamide 0,5%', 'Aqua']],
  [
    'abbreviations',
    'Aqua, Rosa damascena L. Flower Extract, Lactobacillus sp. Lysate, FD&C Blue No. 1',
    ['Aqua', 'Rosa damascena L. Flower Extract', 'Lactobacillus sp. Lysate', 'FD&C Blue No. 1'],
  ],
  [
    'colour numbers',
    'CI 77491, CI77492, C.I. 77499, Iron Oxides (CI 77491, CI 77492)',
    ['CI 77491', 'CI77492', 'C.I. 77499', 'Iron Oxides (CI 77491, CI 77492)'],
  ],
  ['brackets without a partner', 'Aqua (Water, Glycerin), Parfum]', ['Aqua (Water, Glycerin)', 'Parfum']],
  ['a bracket that stays open', 'Water (Aqua, Glycerin, Parfum', ['Water (Aqua', 'Glycerin', 'Parfum']],
  ['Hindi', 'पानी, ग्लिसरीन, हल्दी', ['पानी', 'ग्लिसरीन', 'हल्दी']],
  ['one name', '100% Pure Argan Oil', ['100% Pure Argan Oil']],
  [
    'lines broken at a margin',
    'Aqua, Glycerin, Cetearyl Alcohol, Butyrospermum\nParkii Butter, Squalane, Allantoin, Panthenol,\nBetaine and Parfum',
    [
      'Aqua',
      'Glycerin',
      'Cetearyl Alcohol',
      'Butyrospermum Parkii Butter',
      'Squalane',
      'Allantoin',
      'Panthenol',
      'Betaine',
      'Parfum',
    ],
  ],
])('%s', (_, text, names) => expect(inciLists(text)).toEqual([list(names)]));

test('a text without a letter has no lists', () => {
  for (const text of ['', ' ', '...', '-', '*, *', '\n\n']) expect(inciLists(text)).toEqual([]);
});

describe('several lists', () => {
  test('of a kit, in one line or in lines', () => {
    const kit = [
      list(['Aqua', 'Coco-Glucoside', 'Parfum', 'Mica'], { of: 'Face Wash' }),
      list([...water, 'Silica'], { of: 'Day Cream' }),
    ];
    for (const text of [
      'Face Wash: Aqua, Coco-Glucoside, Parfum, Mica. Day Cream: Aqua, Glycerin, Parfum, Silica.',
      'Face Wash: Aqua, Coco-Glucoside, Parfum, Mica\nDay Cream: Aqua, Glycerin, Parfum, Silica',
      'Face Wash:\nAqua, Coco-Glucoside, Parfum, Mica\n\nDay Cream:\nAqua, Glycerin, Parfum, Silica',
      'Face Wash\nAqua, Coco-Glucoside, Parfum, Mica\nDay Cream\nAqua, Glycerin, Parfum, Silica',
    ])
      expect(inciLists(text), text).toEqual(kit);
  });

  test('the key ingredients are a part of the whole list', () => {
    for (const text of [
      'Key Ingredients: Niacinamide, Zinc PCA. Full Ingredients: Aqua, Glycerin, Parfum.',
      'Key Ingredients\nNiacinamide\nZinc PCA\nFull Ingredients\nAqua\nGlycerin\nParfum',
    ])
      expect(inciLists(text)).toEqual([
        list(['Niacinamide', 'Zinc PCA'], { of: 'Key Ingredients', kind: 'part' }),
        list(water, { of: 'Full Ingredients' }),
      ]);
  });

  test.each([
    'Aqua, Glycerin, Parfum. May contain: CI 77491, CI 77891.',
    'Aqua, Glycerin, Parfum, May contain: CI 77491, CI 77891',
    'Aqua, Glycerin, Parfum May contain (+/-): CI 77491, CI 77891',
    'Aqua, Glycerin, Parfum [May contain: CI 77491, CI 77891]',
    'Aqua, Glycerin, Parfum, [+/- (May contain): CI 77491, CI 77891]',
    'Aqua, Glycerin, Parfum (+/-: CI 77491, CI 77891)',
    'Aqua, Glycerin, Parfum +/- CI 77491, CI 77891',
    'Aqua, Glycerin, Parfum ± [CI 77491, CI 77891]',
  ])('what only some packs contain: %s', (text) =>
    expect(inciLists(text)).toEqual([
      list(water),
      list(['CI 77491', 'CI 77891'], { of: 'May contain', kind: 'possible' }),
    ]),
  );

  test('in two languages', () =>
    expect(inciLists('Mica [May Contain/Peut Contenir/(+/-): CI 77491]')[1]).toEqual(
      list(['CI 77491'], { of: 'May Contain/Peut Contenir', kind: 'possible' }),
    ));

  test('what key ingredients do is no name', () =>
    expect(
      inciLists(
        'Key ingredients:\nVitamin C: Brightens skin\nNeem – purifies\nZinc PCA\nIngredients: Aqua, Parfum',
      ),
    ).toEqual([
      list([], {
        of: 'Key ingredients',
        kind: 'part',
        notes: ['Vitamin C: Brightens skin', 'Neem – purifies'],
      }),
      list(['Zinc PCA'], { kind: 'part' }),
      list(['Aqua', 'Parfum'], { of: 'Ingredients' }),
    ]));

  test('active and inactive ingredients are lists', () =>
    expect(inciLists('Active Ingredients: Zinc Oxide 20%. Inactive Ingredients: Aqua, Parfum')).toEqual([
      list(['Zinc Oxide 20%'], { of: 'Active Ingredients', kind: 'part' }),
      list(['Aqua', 'Parfum'], { of: 'Inactive Ingredients' }),
    ]));

  test('behind a bracket of what may be in it, the list goes on', () =>
    expect(inciLists('Mica (+/- CI 77491), Parfum')).toEqual([
      list(['Mica']),
      list(['CI 77491'], { of: 'May contain', kind: 'possible' }),
      list(['Parfum']),
    ]));

  test('headings among names', () =>
    expect(inciLists('Aqua, Preservatives: Phenoxyethanol. Colour: CI 19140')).toEqual([
      list(['Aqua']),
      list(['Phenoxyethanol'], { of: 'Preservatives' }),
      list(['CI 19140'], { of: 'Colour' }),
    ]));
});

describe('what is no name stays as a note', () => {
  test.each<[text: string, notes: string[]]>([
    [
      'Aqua, Glycerin, Parfum. Free from parabens, sulphates and silicones. Made in India.',
      ['Free from parabens, sulphates and silicones.', 'Made in India.'],
    ],
    ['Aqua, Glycerin, Parfum.Free from parabens', ['Free from parabens']],
    ['Aqua, Glycerin, Parfum Free from parabens, silicones', ['Free from parabens, silicones']],
    ['Aqua, Glycerin, Parfum. Free From: Parabens, Mineral Oil', ['Free From: Parabens, Mineral Oil']],
    ['Aqua, Glycerin, Parfum\nFree from:\nParabens\nMineral Oil', ['Free from:', 'Parabens', 'Mineral Oil']],
    ['Aqua, Glycerin, Parfum. (Made in India)', ['(Made in India)']],
    ['Aqua, Glycerin, Parfum, Paraben-free', ['Paraben-free']],
    ['Aqua, Glycerin, Parfum, etc.', ['etc.']],
    [
      'Aqua, Glycerin, Parfum. Directions: Apply daily, on clean skin. Rinse.',
      ['Directions: Apply daily, on clean skin.', 'Rinse.'],
    ],
    [
      'Aqua, Glycerin, Parfum\n\nThis serum is for all skin types, and dry skin too.',
      ['This serum is for all skin types, and dry skin too.'],
    ],
    ['Aqua, Glycerin, Parfum. May contain traces of nuts.', ['May contain traces of nuts.']],
    [
      'Aqua, Glycerin, Parfum\n*Certified organic\n**From sugarcane',
      ['*Certified organic', '**From sugarcane'],
    ],
    [
      'Aqua, Glycerin, Parfum *Certified organic **From sugarcane',
      ['*Certified organic', '**From sugarcane'],
    ],
  ])('%s', (text, notes) => {
    expect(inciLists(text)).toEqual([list(water, { notes })]);
  });

  test('a name with a mark is no footnote, whatever it says of itself', () =>
    expect(
      inciNames('Aqua, *Natural Fragrance, *Certified Organic Honey, *Honey Organic, Parfum. *Organic'),
    ).toEqual(['Aqua', '*Natural Fragrance', '*Certified Organic Honey', '*Honey Organic', 'Parfum']));

  test('names keep the marks of footnotes', () =>
    expect(
      inciLists('*Aloe Barbadensis Leaf Juice, **Squalane, Linalool*, Limonene¹ *organic ¹ natural'),
    ).toEqual([
      list(['*Aloe Barbadensis Leaf Juice', '**Squalane', 'Linalool*', 'Limonene¹'], {
        notes: ['*organic', '¹ natural'],
      }),
    ]));

  test('names behind a note are another list, so that the order stays', () =>
    expect(inciLists('Aqua. Made in India.\nParfum')).toEqual([
      list(['Aqua'], { notes: ['Made in India.'] }),
      list(['Parfum']),
    ]));

  test('footnotes and statements say nothing of what else is in the product; other sentences may', () => {
    for (const text of [
      '*Certified organic',
      'Free from parabens',
      '(Made in India)',
      'Vegan',
      'Sulphate free',
      'Ingredients may change.',
    ])
      expect(isStatement(text), text).toBe(true);
    for (const text of [
      'Made with honey',
      '*Natural Fragrance',
      '*UT Consequat Organic',
      'Contains honey and other ingredients',
      'See the pack',
      '*Squalane',
      'Vegan Collagen',
    ])
      expect(isStatement(text), text).toBe(false);
  });
});

/** Letters and digits in their order, without what joins names and the title of the list. */
const contentOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u200b\u00ad]/g, '')
    .replace(/^\s*ingredients:/i, '')
    .replace(/[([]?\band\b[)\]]?/gi, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
const written = (lists: readonly InciList[]): string =>
  lists.flatMap(({ of = '', names, notes }) => [of, ...names, ...notes]).join(' ');

describe('lists of real shops', () => {
  test.each(labels.map((text, n) => [n + 1, text.slice(0, 60), text] as const))(
    '%i: %s',
    (_, _start, text) => {
      const lists = inciLists(text);
      expect(contentOf(written(lists))).toBe(contentOf(text));
      for (const name of lists.flatMap(({ names }) => names)) {
        expect(name).toMatch(/[\p{L}\p{N}]/u);
        expect(name).toBe(name.trim());
        expect(name).not.toMatch(/:|\bmade in\b|\bfree from\b|\bmay contain\b|^ingredients?\b|\.\s|[.,;]$/i);
        expect(name.length).toBeLessThanOrEqual(100);
      }
    },
  );

  test('have many names', () => {
    const counts = labels.map((text) => inciNames(text).length);
    expect(counts.filter((count) => count > 5).length).toBeGreaterThan(40);
  });
});

describe('random lists', () => {
  const pool = [...new Set(labels.flatMap(inciNames))].filter(
    (name) => /^[A-Z][\w\s()/-]+$/.test(name) && !/ and /i.test(name),
  );
  const separators = [', ', ',', '; ', ' • ', ',\n', ', and ', ' (and) '];
  const notes = [
    'Free from parabens and sulphates.',
    'Made in India.',
    '*Certified organic',
    'Dermatologically tested, cruelty free.',
  ];

  test.each(Array.from({ length: 300 }, (_, seed) => seed))(
    '%i: names and notes are found in their order',
    (seed) => {
      const dice = randomFrom(seed);
      const pick = (from: readonly string[]) => from[dice.between(0, from.length - 1)] ?? '';
      const names = Array.from({ length: dice.between(2, 40) }, () => {
        const name = pick(pool);
        if (dice.chance(0.05)) return `${name}*`;
        return dice.chance(0.05) ? `${name} ${dice.between(1, 99)}%` : name;
      });
      const separator = dice.chance(0.5) ? () => ', ' : () => pick(separators);
      const after = dice.chance(0.5) ? [pick(notes)] : [];
      const text = [
        dice.chance(0.3) ? pick(['Ingredients: ', 'INCI: ', 'Full ingredients list:\n']) : '',
        ...names.flatMap((name, n) => (n ? [separator(), name] : [name])),
        ...(after.length ? [pick(['. ', '.\n', '\n']), ...after] : []),
      ].join('');
      expect(inciLists(text), text).toEqual([list(names, { notes: after })]);
    },
  );

  test('of any signs: nothing is lost, and no name is empty', () => {
    const signs = [
      ...',;.:()[]{}*/-+% \n\t•&ñ',
      'Aqua',
      'CI 77491',
      ' may contain ',
      'Free from ',
      '+/-',
      '1,2-',
      '&amp;',
      'नीम',
      '🧴',
      'x',
    ];
    for (let seed = 0; seed < 2_000; seed++) {
      const dice = randomFrom(seed);
      const text = Array.from(
        { length: dice.between(1, 30) },
        () => signs[dice.between(0, signs.length - 1)],
      ).join('');
      const lists = inciLists(text);
      const plain = text.replaceAll('&amp;', '&');
      // The words of the heading are the shop's own where the label has only `+/-`.
      const own = (one: string) => contentOf(one).replaceAll('maycontain', '');
      expect(own(written(lists)), JSON.stringify(text)).toBe(own(plain));
      for (const { names } of lists)
        for (const name of names) expect(name, JSON.stringify(text)).toMatch(/[\p{L}\p{N}]/u);
    }
  });

  test('the longest texts take no time', () => {
    const begun = performance.now();
    for (const sign of [
      '(',
      ')',
      '[',
      '*',
      ',',
      '. ',
      'A. ',
      ' - ',
      'a:',
      '+/-',
      'may contain ',
      '\n',
      '()',
      'x (',
      '1,',
    ])
      inciLists(sign.repeat(6_000 / sign.length));
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
