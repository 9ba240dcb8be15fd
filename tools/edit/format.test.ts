import { expect, test } from 'vitest';
import { markdownFormat, yamlFormat } from './format.ts';

const serum = '---\nname: Serum\n# asked for in May\nprice: 599\nbrand: Harita\n---\n\nFirst.\n\n- one\n';
const cream = '---\nname: Cream\nprice: 649 # since June\nbrand: Harita\n---\n\nSecond.\n';

test('an entry is written into the file that it was read from', () => {
  const format = markdownFormat();
  const values = [serum, cream].map((text) => format.fromFile(text.trim()));
  expect(values[0]).toEqual({ name: 'Serum', price: 599, brand: 'Harita', body: 'First.\n\n- one' });
  expect(values.map(format.toFile)).toEqual([serum, cream]);
  expect(format.toFile({ ...values[1], price: 700 })).toBe(cream.replace('649', '700'));
  // Formats the saved text again.
  expect(format.toFile({ ...values[1], price: 701, body: 'Second!' })).toBe(
    cream.replace('649', '701').replace('Second.', 'Second!'),
  );
});

test('a new entry has no comments of other entries', () => {
  const format = markdownFormat();
  format.fromFile(serum.trim());
  expect(format.toFile({ name: 'Oil', price: 899, brand: 'Harita', body: 'New.' })).toBe(
    '---\nname: Oil\nprice: 899\nbrand: Harita\n---\n\nNew.\n',
  );
});

test('a line with an unchanged value is written unchanged', () => {
  const format = markdownFormat();
  const text = '---\ntitle: A\n---\n\nThe *first* and **second**, 2 * 3 * 4.\n\nThe *third*.\n';
  const value = format.fromFile(text.trim());
  const asTheCms = { ...value, body: 'The _first_ and **second**, 2 * 3 * 4.\n\nA _third_.' };
  expect(format.toFile(asTheCms)).toBe(text.replace('The *third*', 'A _third_'));
});

test('a switch that the file does not mention is not written while it is off', () => {
  const format = yamlFormat();
  const text = 'name: Serum\nprice: 599\nsold: true\n';
  format.fromFile(text);
  const off = { name: 'Serum', price: 599, best: false, sold: false };
  expect(format.toFile(off)).toBe(text.replace('true', 'false'));
  expect(format.toFile({ ...off, best: true })).toBe('name: Serum\nprice: 599\nbest: true\nsold: false\n');
});

test('front matter without a text below it', () => {
  const format = markdownFormat();
  const text = '---\ntitle: Team\n---\n';
  expect(format.fromFile(text.trim())).toEqual({ title: 'Team' });
  expect(format.toFile({ title: 'Us' })).toBe('---\ntitle: Us\n---\n');
});

test('a change of an entry by the CMS does not change the remembered one', () => {
  const format = yamlFormat();
  const value = format.fromFile('a: 1 # one\nb: 2');
  value.a = 5;
  expect(format.toFile({ a: 1, b: 2 })).toBe('a: 1 # one\nb: 2');
});
