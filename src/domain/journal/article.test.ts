import { describe, expect, test } from 'vitest';
import { articleContent, readingMinutes } from './article.ts';

const whole = {
  title: 'A title',
  description: 'What it is about',
  tag: 'Basics',
  tagColor: 'sage',
  published: new Date('2026-11-02'),
  picture: { file: 'a.jpg', alt: 'A leaf' },
};

describe('an article', () => {
  test('may have no products', () => expect(articleContent.parse(whole).products).toEqual([]));
  test.each([
    ['title', { ...whole, title: ' ' }],
    ['tagColor', { ...whole, tagColor: 'pink' }],
    ['published', { ...whole, published: 'yesterday' }],
    ['picture', { ...whole, picture: { file: 'a.gif', alt: 'A leaf' } }],
  ])('with a wrong %s is refused, with the name of the field', (field, article) => {
    const { error } = articleContent.safeParse(article);
    expect(error?.issues[0]?.path[0]).toBe(field);
  });
});

describe('readingMinutes', () => {
  test.each([
    ['', 1],
    ['word '.repeat(200), 1],
    ['word '.repeat(700), 4],
  ])('of a text', (text, minutes) => expect(readingMinutes(text)).toBe(minutes));
});
