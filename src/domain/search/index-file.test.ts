/** The search file of a paged collection contains every card, without repeated data. */
import { expect, test } from 'vitest';
import type { Card } from '#domain/catalogue/card.ts';
import { sampleCard } from '../catalogue/testing/sample-card.ts';
import { fromIndex, toIndex } from './index-file.ts';

const card = (n: number): Card => ({
  ...sampleCard(`serum-${n}`, {
    name: `Serum ${n}`,
    description: `The ${n}th of them, “quoted”.`,
    features: ['Light', `Number ${n}`],
    spf: n % 2 ? 50 : null,
    bestseller: n === 1,
    price: 100 + n,
    originalPrice: 1000,
    order: n,
  }),
  picture: {
    avif: `/_astro/${n}.Hash_A${n}.avif 360w, /_astro/${n}.Hash_B.avif 560w, /_astro/${n}.Hash_AB.avif 840w`,
    webp: `/_astro/${n}.Hash_C.webp 360w, /_astro/${n}.Hash_Ax.webp 560w, /_astro/${n}.Hash_D.webp 840w`,
    src: `/_astro/${n}.Hash_Ax.webp`,
    width: 840,
    height: 840 + n,
    alt: '',
    colour: `rgb(${n} 2 3)`,
  },
});
const cards = [0, 1, 2].map(card);

test('reading a written file returns the same cards', () =>
  expect(fromIndex(JSON.parse(JSON.stringify(toIndex(cards))))).toEqual(cards));

test('a picture is stored as the parts in which its URLs differ', () =>
  expect(toIndex(cards).pictures[1]).toEqual({
    stem: '/_astro/1.Hash_',
    ends: ['A1', 'B', 'AB', 'C', 'Ax', 'D'],
    width: 840,
    height: 841,
    colour: 'rgb(1 2 3)',
  }));

test('an empty collection', () => expect(fromIndex(toIndex([]))).toEqual([]));

test('pictures of only one format', () => {
  const lean = cards.map((one) => ({ ...one, picture: { ...one.picture, avif: '' } }));
  expect(fromIndex(JSON.parse(JSON.stringify(toIndex(lean))))).toEqual(lean);
});
