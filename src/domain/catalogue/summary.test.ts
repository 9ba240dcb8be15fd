import { readBody } from 'shop-import/body';
import { describe, expect, test } from 'vitest';
import { isWhole, summaryOf } from './summary.ts';

describe('summaryOf', () => {
  test.each([
    ['', ''],
    ['A light gel.', 'A light gel.'],
    ['## About\n\nA **light** gel with [rose](/ingredients/rose).\n\n- one\n- two', 'A light gel with rose.'],
    ['No full stop\n\nSecond paragraph.', 'No full stop. Second paragraph.'],
    ['![Front](1.jpg)\n\nUse *daily*.', 'Use daily.'],
    ['# Only a title\n\n1. first\n2. second', ''],
    ['A snake_case_name stays.', 'A snake_case_name stays.'],
    ['One line,\\\nanother one. A \\* stays.', 'One line, another one. A * stays.'],
  ])('%j is %j', (markdown, summary) => expect(summaryOf(markdown)).toBe(summary));

  test('ends at a sentence, and has at most 320 characters', () => {
    const sentence = 'This serum holds water in the skin for hours. ';
    const summary = summaryOf(sentence.repeat(40));
    expect(summary).toBe(sentence.repeat(6).trim());
  });

  test('cuts a single long sentence between words', () => {
    const summary = summaryOf(`${'water '.repeat(100)}.`);
    expect(summary.length).toBeLessThanOrEqual(320);
    expect(summary).toMatch(/water…$/);
  });
});

describe('of an imported description', () => {
  test('it has the text without headings', () =>
    expect(
      summaryOf(
        readBody('<p>A <b>light</b> gel. It dries fast.</p><h3>Our story</h3><p>From Kochi.</p>').markdown,
      ),
    ).toBe('A light gel. It dries fast. From Kochi.'));

  test('it ends with a sentence where it can', () => {
    const summary = summaryOf(readBody('This is a sentence of the text. '.repeat(20)).markdown);
    expect(summary.length).toBeLessThanOrEqual(320);
    expect(summary.endsWith('of the text.')).toBe(true);
    expect(summaryOf(readBody('अ'.repeat(400)).markdown).length).toBeLessThanOrEqual(320);
  });
});

test('a short text is whole in its summary', () => {
  expect(isWhole('A light gel.', 'A light gel.\n')).toBe(true);
  expect(isWhole('A light gel.', 'A light gel.\n\n- one\n- two')).toBe(false);
});
