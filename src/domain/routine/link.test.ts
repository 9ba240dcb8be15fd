/** Links of routines: short, without anything about a person, and harmless however they were made. */
import { expect, test } from 'vitest';
import { readProducts, readRoutine } from '#tools/lib/content.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import { readLink, writeLink } from './link.ts';

const own = [...readProducts()].flatMap(([id, { routine }]) => (routine ? [{ id, code: routine.code }] : []));
const items = [...own, ...readRoutine().kinds];
const ids = items.map(({ id }) => id);

test('all 15 products fit into 120 characters, and come back', () => {
  const link = writeLink(own);
  expect(own).toHaveLength(15);
  expect(`/routine${link}`.length).toBeLessThanOrEqual(120);
  expect(readLink(link, items)).toEqual({ ids: own.map(({ id }) => id), leftOut: 0, state: 'read' });
  expect(readLink(writeLink(items), items)?.ids).toEqual(ids);
  expect(writeLink([])).toBe('');
});

test.each([
  ['nothing', '', undefined],
  ['only the sign', '#', undefined],
  [
    'a product that is gone',
    '#1-gs-qq-dv',
    { ids: ['vitamin-c-glow-serum', 'daily-veil-spf-50'], leftOut: 1, state: 'read' },
  ],
  ['a code twice', '#1-gs-gs', { ids: ['vitamin-c-glow-serum'], leftOut: 0, state: 'read' }],
  [
    'capitals, as some programs write them',
    '#1-GS',
    { ids: ['vitamin-c-glow-serum'], leftOut: 0, state: 'read' },
  ],
  ['a later version', '#2-gs-zz', { ids: ['vitamin-c-glow-serum'], leftOut: 1, state: 'other' }],
  ['a cut link', '#1-gs-d', { ids: ['vitamin-c-glow-serum'], leftOut: 1, state: 'read' }],
  ['the place of another page', '#faq', { ids: [], leftOut: 0, state: 'unreadable' }],
  ['half an escape', '#1-%E0%A4-gs', { ids: ['vitamin-c-glow-serum'], leftOut: 1, state: 'read' }],
])('%s', (_, hash, found) => expect(readLink(hash, items)).toEqual(found));

test('20,000 random texts never throw, and give known products only, each once', () => {
  const dice = randomFrom(7);
  const any = (n: number) => dice.between(0, n - 1);
  const pieces = [...'#1-2%é\n \u0000\ud800', '--', '__proto__', 'constructor', '<b>'];
  const piece = () => {
    const kind = any(4);
    if (kind === 0) return items[any(items.length)]?.code ?? '';
    if (kind === 1) return String.fromCharCode(any(0x10000));
    return kind === 2 ? '-' : (pieces[any(pieces.length)] ?? '');
  };
  for (let n = 0; n < 20_000; n++) {
    const text = Array.from({ length: any(n % 100 ? 30 : 3_000) }, piece).join('');
    const found = readLink(n % 2 ? `#1-${text}` : text, items);
    if (!found) continue;
    const known = found.ids.every((id) => ids.includes(id));
    if (!known || new Set(found.ids).size !== found.ids.length || found.leftOut < 0)
      throw new Error(JSON.stringify(text));
  }
});
