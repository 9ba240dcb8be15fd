import { describe, expect, it } from 'vitest';
import { chooseOutranked } from './outrank.ts';

const needs = (pieces: Record<string, number>) => new Map(Object.entries(pieces));
const youngest = { id: 'youngest', pieces: { serum: 2, toner: 1 } };
const older = { id: 'older', pieces: { serum: 3 } };
const oldest = { id: 'oldest', pieces: { cream: 1 } };

describe('orders that give way', () => {
  it('are the youngest that have what is needed, and no more of them', () => {
    expect(chooseOutranked(needs({ serum: 2 }), [youngest, older, oldest])).toEqual({
      ids: ['youngest'],
      left: [],
    });
    expect(chooseOutranked(needs({ serum: 3, cream: 1 }), [youngest, older, oldest]).ids).toEqual([
      'youngest',
      'older',
      'oldest',
    ]);
    expect(chooseOutranked(needs({ cream: 1 }), [youngest, older, oldest]).ids).toEqual(['oldest']);
  });

  it('say what is still missing', () => {
    expect(chooseOutranked(needs({ serum: 6, mask: 1 }), [youngest, older])).toEqual({
      ids: ['youngest', 'older'],
      left: [
        ['serum', 1],
        ['mask', 1],
      ],
    });
    expect(chooseOutranked(needs({}), [youngest])).toEqual({ ids: [], left: [] });
  });
});
