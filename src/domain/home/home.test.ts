import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contentRoot } from '#tools/lib/content.ts';
import { homeContent } from './home.ts';
import { testimonialsContent } from './testimonials.ts';

const read = (file: string) => parse(readFileSync(join(contentRoot, file), 'utf8'));
const field = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
  result.error?.issues[0]?.path.join('.');

describe('content/home.yaml', () => {
  const home = read('home.yaml');
  test('is valid', () => expect(homeContent.safeParse(home).error).toBeUndefined());
  test('is valid without its samples', () => {
    const sections = Object.entries(home).filter(([name]) => !['samples', ...home.samples].includes(name));
    expect(sections.map(([name]) => name)).toEqual(['latest', 'journal', 'newsletter']);
    expect(homeContent.safeParse(Object.fromEntries(sections)).error).toBeUndefined();
  });
  test.each([
    ['slides', { ...home, slides: home.slides.slice(1) }],
    [
      'slides.0.link.to',
      {
        ...home,
        slides: [{ ...home.slides[0], link: { text: 'Out', to: '//elsewhere.example' } }, home.slides[1]],
      },
    ],
    ['counters.0.to', { ...home, counters: [{ ...home.counters[0], to: -5 }, ...home.counters.slice(1)] }],
    ['badges.0.icon', { ...home, badges: [{ icon: 'skull', label: 'Natural' }, ...home.badges.slice(1)] }],
    [
      'hero.picture.file',
      { ...home, hero: { ...home.hero, picture: { file: '../x.jpg', alt: 'A bottle' } } },
    ],
    ['results.note', { ...home, results: { ...home.results, note: ' ' } }],
  ])('with a wrong %s is refused, with the name of the field', (name, broken) =>
    expect(field(homeContent.safeParse(broken))).toBe(name),
  );
});

describe('content/testimonials.yaml', () => {
  const all = read('testimonials.yaml');
  test('is valid', () => expect(testimonialsContent.safeParse(all).error).toBeUndefined());
  test('three true ones are enough, and none is too', () => {
    for (const testimonials of [all.testimonials.slice(0, 3), []])
      expect(testimonialsContent.safeParse({ ...all, testimonials }).error).toBeUndefined();
  });
  test('must say whether they are samples', () =>
    expect(field(testimonialsContent.safeParse({ testimonials: all.testimonials }))).toBe('sample'));
});
