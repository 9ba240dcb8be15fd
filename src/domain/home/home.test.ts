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
  type Section = Record<string, unknown> & { type: string; sample?: boolean };
  const { sections } = read('home.yaml') as { sections: Section[] };
  const listOf = (type: string, list: string) =>
    (sections.find((one) => one.type === type)?.[list] ?? []) as object[];
  const refused = (all: unknown[]) => homeContent.safeParse({ sections: all }).error;
  /** The sections, with others fields in one of them. */
  const changed = (type: string, fields: object) =>
    sections.map((one) => (one.type === type ? { ...one, ...fields } : one));

  test('is valid: in this order, in another one, and with any of its sections', () => {
    expect(refused(sections)).toBeUndefined();
    expect(refused(sections.toReversed())).toBeUndefined();
    expect(refused([])).toBeUndefined();
    for (const { type } of sections) {
      expect(refused(sections.filter((one) => one.type === type))).toBeUndefined();
      expect(refused(sections.filter((one) => one.type !== type))).toBeUndefined();
    }
  });
  test('has sections that are samples, and others', () => {
    expect(sections.flatMap(({ type, sample }) => (sample ? [] : type))).toEqual([
      'latest',
      'ways',
      'journal',
      'newsletter',
    ]);
  });
  test('takes lists of any length from 0 up to their limit', () => {
    for (const [type, list, most] of [
      ['slides', 'slides', 6],
      ['counters', 'counters', 8],
      ['showcase', 'products', 8],
      ['glow', 'videos', 4],
      ['badges', 'badges', 8],
    ] as const) {
      const [item] = listOf(type, list);
      for (let count = 0; count <= most; count++)
        expect(refused(changed(type, { [list]: Array(count).fill(item) }))).toBeUndefined();
      expect(refused(changed(type, { [list]: Array(most + 1).fill(item) }))).toBeDefined();
    }
  });
  test.each<[string, unknown[], string]>([
    ['section twice', [...sections.slice(0, 2), sections[0]], 'sections.2.type'],
    ['unknown section', [{ type: 'advert' }], 'sections.0.type'],
    [
      'link',
      changed('slides', {
        slides: [{ ...listOf('slides', 'slides')[0], link: { text: 'Out', to: '//elsewhere.example' } }],
      }),
      'sections.0.slides.0.link.to',
    ],
    [
      'number',
      changed('counters', { counters: [{ to: -5, suffix: '+', label: 'Products' }] }),
      'sections.3.counters.0.to',
    ],
    [
      'icon',
      changed('badges', { badges: [{ icon: 'skull', label: 'Natural' }] }),
      'sections.8.badges.0.icon',
    ],
    [
      'picture',
      changed('hero', { picture: { file: '../x.jpg', alt: 'A bottle' } }),
      'sections.2.picture.file',
    ],
    ['text', changed('results', { note: ' ' }), 'sections.11.note'],
  ])('with a wrong %s is refused, with the name of the field', (_, broken, name) =>
    expect(field(homeContent.safeParse({ sections: broken }))).toBe(name),
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
