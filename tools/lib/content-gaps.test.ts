/** `npm run content`: all mistakes and gaps at once, each with file, field, reason and remedy. */
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { checkFiles } from './check-content.ts';
import { contentFiles } from './content.ts';
import { describeGaps, gapsIn, sampleGaps } from './content-gaps.ts';
import { ContentError } from './content-references.ts';
import { article, type Change, changed, cream } from './testing/broken-content.ts';

const at = Date.UTC(2026, 10, 27);
const needed = { name: 'Lip Butter', price: 249, category: 'moisturizer', placeholder: true };
const productFile = 'products/lip-butter/index.md';
/** The content with one more product. */
const withProduct = (change: object = {}, text = '', file = productFile) =>
  changed([], { [file]: `---\n${stringify({ ...needed, ...change })}---\n\n${text}` });

test('a product with no more than it needs stops nothing', () => {
  const files = withProduct();
  expect(checkFiles(files).products.get('lip-butter')?.name).toBe('Lip Butter');
  const gaps = gapsIn(files, at).filter(({ file }) => file === `content/${productFile}`);
  expect(new Set(gaps.map(({ severity }) => severity))).toEqual(new Set(['incomplete']));
  expect(gaps).toContainEqual({
    file: `content/${productFile}`,
    severity: 'incomplete',
    field: 'brand',
    reason: 'Search and search engines do not know the brand.',
    remedy: 'Add it as on the pack.',
  });
});

test('sections and files that call themselves samples are named, until they no longer do', () => {
  const named = sampleGaps(changed([])).map(({ file, field }) => `${file} ${field}`);
  expect(named).toEqual(
    expect.arrayContaining([
      'content/home.yaml sample',
      'content/testimonials.yaml sample',
      'content/policies/terms.md sample',
    ]),
  );
  const home = contentFiles().read('home.yaml') ?? '';
  const files = changed([], {
    'home.yaml': home.replaceAll('sample: true', 'sample: false'),
    'testimonials.yaml': 'sample: false\ntestimonials: []\n',
  });
  expect(sampleGaps(files).map(({ file }) => file)).not.toContain('content/home.yaml');
  expect(sampleGaps(files).map(({ file }) => file)).not.toContain('content/testimonials.yaml');
});

test('the description is taken from the text, and is no gap then', () => {
  const files = withProduct({}, 'A **soft** balm. For lips.');
  expect(checkFiles(files).products.get('lip-butter')?.description).toBe('A soft balm. For lips.');
  expect(gapsIn(files, at).map(({ field }) => field)).not.toContain('description');
});

describe('each mistake is one line with file and field', () => {
  test.each<[what: string, files: ReturnType<typeof changed>, mistake: string]>([
    ['price 0', withProduct({ price: 0 }), `content/${productFile}: price: must be more than 0`],
    [
      'a price that is text',
      withProduct({ price: 'Rs. 249' }),
      `content/${productFile}: price: must be a number, in rupees: 599 or 599.50`,
    ],
    [
      'no picture and no drawing',
      withProduct({ placeholder: false }),
      `content/${productFile}: pictures: has none: add one, or choose the drawn picture (placeholder: true)`,
    ],
    [
      'a picture that is not there',
      withProduct({ pictures: [{ file: '1.jpg' }] }),
      `content/${productFile}: pictures.0.file: there is no picture content/products/lip-butter/1.jpg`,
    ],
    [
      'a name of 161 letters',
      withProduct({ name: 'x'.repeat(161) }),
      `content/${productFile}: name: must be at most 160 characters`,
    ],
    [
      'a text of 7 MB',
      withProduct({}, 'soft '.repeat(1_400_000)),
      `content/${productFile}: body: has 6999999 characters; it may have 200000`,
    ],
    [
      'an id of 121 letters',
      withProduct({}, '', `products/${'x'.repeat(121)}/index.md`),
      `content/products/${'x'.repeat(121)}/index.md: the file: must be at most 120 characters`,
    ],
    [
      'a field that does not exist',
      withProduct({ colour: 'red' }),
      `content/${productFile}: the file: Unrecognized key: "colour"`,
    ],
    [
      'an empty file',
      changed([], { [productFile]: '' }),
      `content/${productFile}: must begin with front matter between two lines of ---`,
    ],
    [
      'a file that ends in the middle',
      changed([], { [productFile]: '---\nname: "Lip' }),
      `content/${productFile}: must begin with front matter between two lines of ---`,
    ],
  ])('%s', (_, files, mistake) => {
    expect(() => checkFiles(files)).toThrow(new ContentError([mistake]));
    const [gap] = gapsIn(files, at);
    expect(gap).toMatchObject({ severity: 'build' });
    expect(`${gap?.file}: ${gap?.field && `${gap.field}: `}${gap?.reason}`).toBe(
      `${mistake.replace(': the file:', ':')}.`,
    );
  });
});

test('all mistakes of all files are reported at once', () => {
  const files = changed(
    [
      ['store.yaml', /^name: .*$/m, 'name: ""'],
      ['delivery.yaml', /- Sikkim/, '- Sikkm'],
    ],
    {
      [productFile]: `---\n${stringify({ ...needed, price: 0, brand: 'x'.repeat(81) })}---\n`,
      'products/rose/index.md': `---\n${stringify({ ...needed, category: 'soup' })}---\n`,
    },
  );
  let message = '';
  try {
    checkFiles(files);
  } catch (error) {
    message = (error as Error).message;
  }
  expect(
    message
      .split('\n')
      .map((line) => line.split(': ').slice(0, 2).join(': '))
      .sort(),
  ).toEqual([
    'content/delivery.yaml: zones.2.states.10',
    'content/products/lip-butter/index.md: brand',
    'content/products/lip-butter/index.md: price',
    'content/products/rose/index.md: category',
    'content/store.yaml: name',
  ]);
});

test('a name on a label that nothing explains is a gap and no mistake, the most frequent first', () => {
  const files = changed([
    ['products/barrier-cream/index.md', 'Squalane,', 'Squalene, Agua (10%),'],
    ['products/morning-ritual-kit/index.md', 'Daily Veil: Aqua,', 'Daily Veil: Agua,'],
  ]);
  expect(checkFiles(files).products.size).toBeGreaterThan(0);
  const gap = {
    file: 'content/ingredients',
    severity: 'incomplete',
    field: '',
    remedy: 'Add an entry, or the name to the synonyms of one.',
  };
  const unknown = 'so filters and My skin do not know what these products are free of';
  expect(gapsIn(files, at).filter(({ file }) => file === gap.file)).toEqual([
    { ...gap, reason: `No entry explains "Agua", ${unknown} (2): barrier-cream, morning-ritual-kit.` },
    { ...gap, reason: `No entry explains "Squalene", ${unknown} (1): barrier-cream.` },
  ]);
});

test('what is only advice stops nothing, and is in the list', () => {
  const advice: Change[] = [
    [article, 'A kilogram of saffron takes', '[At ₹1,199.00](/product/gone), a kilogram of saffron takes'],
    [cream, 'answer: No. Ours are', 'answer: No, at Rs. 649. Ours are'],
    [cream, /^tags:\n/m, 'tags:\n  - glitter\n'],
    ['store.yaml', 'orders over ₹499', 'orders over ₹599'],
  ];
  const others = { 'journal/notes.yaml': 'by: nobody\n' };
  const files = changed(advice, others);
  expect(checkFiles(files).products.size).toBeGreaterThan(0);
  const listed = gapsIn(files, at).map(({ severity, reason }) => `${severity}: ${reason}`);
  expect(listed.filter((line) => line.startsWith('build'))).toEqual([]);
  for (const words of [
    '"₹1,199.00" is a price',
    'no page /product/gone',
    '"Rs. 649" is typed',
    'no "glitter"',
    '"₹599"',
    'no content type',
  ])
    expect(listed).toContainEqual(
      expect.stringMatching(new RegExp(`^incomplete: .*${words.replace('.', '\\.')}`)),
    );
});

test('a link that runs a script is law', () => {
  const files = changed([[article, 'A kilogram', '[A](javascript:alert) kilogram']]);
  expect(() => checkFiles(files)).toThrow('a link cannot begin with javascript:');
});

const gap = { file: 'content/products/a/index.md', reason: 'It is so.', remedy: 'Do this.' } as const;

test('the whole list is printed by severity, file and field, with its counts', () => {
  expect(
    describeGaps(
      [
        { ...gap, severity: 'incomplete', field: 'brand' },
        { ...gap, severity: 'incomplete', field: 'tags' },
        { ...gap, file: 'content/store.yaml', severity: 'build', field: '' },
      ],
      true,
    ),
  ).toEqual([
    'Stops the build (1)',
    '  content/store.yaml',
    '    It is so. Do this.',
    '',
    'Incomplete (2)',
    '  content/products/a/index.md',
    '    brand: It is so. Do this.',
    '    tags: It is so. Do this.',
    '',
    'Content: stops the build: 1, stops a sale: 0, sample: 0, incomplete: 2.',
  ]);
});

test('thousands of gaps are a page: each kind once, with its files', () => {
  const gaps = Array.from({ length: 5000 }, (_, at) => [
    { ...gap, file: `content/products/p${at}/index.md`, severity: 'incomplete' as const, field: 'hsn' },
    {
      ...gap,
      file: 'content/ingredients',
      severity: 'incomplete' as const,
      field: '',
      reason: `No entry explains "name ${at}" (2): p${at}, q.`,
    },
  ]).flat();
  expect(describeGaps(gaps)).toEqual([
    'Incomplete (10,000)',
    '  hsn: It is so. Do this.',
    '    content/products/p0/index.md, content/products/p1/index.md, content/products/p2/index.md, and 4,997 more',
    '  No entry explains "name 0" (2): p0, q. Do this.',
    '    4,999 more of this kind',
    '    content/ingredients',
    '',
    'Content: stops the build: 0, stops a sale: 0, sample: 0, incomplete: 10,000.',
  ]);
});
