import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '#tools/lib/content.ts';
import { updateYaml } from './update-yaml.ts';

const text = `# What the shop is.
name: Harita
price: 599 # rupees
story: >-
  Green is the colour of a leaf
  and of whatever grows.

care:
  # Answered by people.
  phone: "+91 80 0000 0000"
  hours: Mon-Sat
currency: { code: INR, symbol: ₹ }
skin: [Dry Skin, Oily Skin]
steps:
  - Cleanse
  # The second one.
  - Tone
faqs:
  - question: Is it green?
    answer: |-
      Yes.

      Very.
  - { question: Is it good?, answer: It is. }
last: end
`;
const value = {
  name: 'Harita',
  price: 599,
  story: 'Green is the colour of a leaf and of whatever grows.',
  care: { phone: '+91 80 0000 0000', hours: 'Mon-Sat' },
  currency: { code: 'INR', symbol: '₹' },
  skin: ['Dry Skin', 'Oily Skin'],
  steps: ['Cleanse', 'Tone'],
  faqs: [
    { question: 'Is it green?', answer: 'Yes.\n\nVery.' },
    { question: 'Is it good?', answer: 'It is.' },
  ],
  last: 'end',
};
const [green, good] = value.faqs;

/** Lines that went and lines that came. */
function difference(change: object): string[] {
  const before = text.split('\n');
  const after = updateYaml(text, { ...value, ...change }).split('\n');
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ];
}

test('unchanged values stay as they are', () => expect(updateYaml(text, value)).toBe(text));

describe('changes only the lines of changed values', () => {
  test.each<[what: string, change: object, lines: string[]]>([
    ['a number, its comment kept', { price: 649.5 }, ['- price: 599 # rupees', '+ price: 649.5 # rupees']],
    ['a text', { name: 'Hari: ta' }, ['- name: Harita', "+ name: 'Hari: ta'"]],
    [
      'a field of a group',
      { care: { ...value.care, hours: 'Always' } },
      ['-   hours: Mon-Sat', '+   hours: Always'],
    ],
    ['a field that comes', { care: { ...value.care, fax: 'none' } }, ['+   fax: none']],
    ['a field that goes', { care: { phone: value.care.phone } }, ['-   hours: Mon-Sat']],
    [
      'something in braces',
      { currency: { code: 'USD', symbol: '$' } },
      ['- currency: { code: INR, symbol: ₹ }', '+ currency: { code: USD, symbol: $ }'],
    ],
    [
      'something in braces that needs quotes there',
      { currency: { code: 'A, {B}: "c"', symbol: '₹' } },
      ['- currency: { code: INR, symbol: ₹ }', `+ currency: { code: 'A, {B}: "c"', symbol: ₹ }`],
    ],
    [
      'something in braces that becomes more',
      { currency: { code: 'INR', symbol: '₹', digits: 2 } },
      ['- currency: { code: INR, symbol: ₹ }', '+ currency: { code: INR, symbol: ₹, digits: 2 }'],
    ],
    [
      'something in brackets',
      { skin: ['Dry Skin'] },
      ['- skin: [Dry Skin, Oily Skin]', '+ skin: [Dry Skin]'],
    ],
    ['an item of a list', { steps: ['Wash', 'Tone'] }, ['-   - Cleanse', '+   - Wash']],
    ['an item more at the end', { steps: ['Cleanse', 'Tone', 'Rest'] }, ['+   - Rest']],
    ['an item more in the middle', { steps: ['Cleanse', 'Rest', 'Tone'] }, ['+   - Rest']],
    ['an item less', { steps: ['Tone'] }, ['-   - Cleanse']],
    [
      'a group in a list',
      { faqs: [green, { question: 'Is it good?', answer: 'Try.' }] },
      ['-   - { question: Is it good?, answer: It is. }', '+   - { question: Is it good?, answer: Try. }'],
    ],
    [
      'a group more',
      { faqs: [green, { question: 'New?', answer: 'Yes' }, good] },
      ['+   - { question: New?, answer: Yes }'],
    ],
    [
      'a text of several lines',
      { faqs: [{ ...green, answer: 'Yes.\n\nQuite.' }, good] },
      ['-       Very.', '+       Quite.'],
    ],
  ])('%s', (_, change, lines) => expect(difference(change)).toEqual(lines));
});

test('a list that becomes empty, and a text that becomes a list', () => {
  expect(updateYaml('a: 1\nb:\n  - x\n', { a: 1, b: [] })).toBe('a: 1\nb: []\n');
  expect(updateYaml('a: 1\nb: x\n', { a: 1, b: ['x'] })).toBe('a: 1\nb:\n  - x\n');
});

test.each([
  ['in braces', '{ a: 1 }\n', { a: 2 }, 'a: 2\n'],
  ['with a name for a value', 'a: &x 1\nb: *x\n', { a: 2, b: 1 }, 'a: 2\nb: 1\n'],
  ['without the first name of an item', 'l:\n  - a: 1\n    b: 2\n', { l: [{ b: 2 }] }, 'l:\n  - b: 2\n'],
])('a text that cannot be edited in place is rewritten with the right values: %s', (_, was, value, written) =>
  expect(updateYaml(was, value)).toBe(written),
);

describe('every text and number of all content, changed one at a time', () => {
  // One product is enough: there are many, and all have the same shape.
  const files = readdirSync(join(root, 'content'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(?!products).*\.(md|yaml)$|^products\/aloe-gel-cream\/index\.md$/.test(name),
  );
  const yamlOf = (name: string) => {
    const whole = readFileSync(join(root, 'content', name), 'utf8');
    return name.endsWith('.md') ? `${/^---\n([\s\S]*?)\n---/.exec(whole)?.[1]}\n` : whole;
  };
  const comments = (yaml: string) => yaml.match(/^\s*#.*$/gm) ?? [];

  /** Changes each value in turn, and lets `check` look before it is changed back. */
  function inTurn(values: Record<string, unknown>, check: () => void): number {
    let count = 0;
    for (const [name, was] of Object.entries(values)) {
      if (typeof was === 'object' && was) {
        count += inTurn(was as Record<string, unknown>, check);
        continue;
      }
      values[name] = typeof was === 'number' ? was + 1 : `${was}: "and" more`;
      check();
      values[name] = was;
      count += 1;
    }
    return count;
  }

  test.each(files)('%s', (name) => {
    const yaml = yamlOf(name);
    const values = parse(yaml);
    const count = inTurn(values, () => {
      const kept = updateYaml(yaml, values);
      expect(parse(kept)).toEqual(values);
      expect(comments(kept)).toEqual(comments(yaml));
    });
    expect(count).toBeGreaterThan(4);
    expect(updateYaml(yaml, values)).toBe(yaml);
  });
});
