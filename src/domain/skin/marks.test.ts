/** The marks on cards: one warning beats every reason, and absence alone recommends nothing. */
import { expect, test } from 'vitest';
import { judge, makeSkinMarks } from './marks.ts';
import type { Wish } from './profile.ts';
import type { Reason } from './suits.ts';

const reason = (wish: Wish, kind: Reason['kind']): Reason => ({ wish, kind, lead: '', parts: [] });
const marks = makeSkinMarks([
  ['plain', [reason('avoid:silicones', 'suits')]],
  ['good', [reason('type:Oily Skin', 'suits'), reason('avoid:silicones', 'note')]],
  ['best', [reason('concerns:acne', 'suits'), reason('type:Oily Skin', 'suits')]],
  [
    'risky',
    [
      reason('type:Oily Skin', 'suits'),
      reason('concerns:acne', 'suits'),
      reason('avoid:fragrance', 'twice'),
      reason('avoid:fragrance', 'twice'),
    ],
  ],
]);
const shown = (...wishes: Wish[]) => {
  const { markOf, rankOf } = judge(marks, wishes);
  return [...marks.products]
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((id) => `${id}${{ suits: '+', twice: '-', none: '' }[markOf(id) ?? 'none']}`)
    .join(' ');
};

test.each<[Wish[], string]>([
  [[], 'plain good best risky'],
  [['type:Oily Skin'], 'good+ best+ risky+ plain'],
  [['type:Oily Skin', 'concerns:acne'], 'best+ risky+ good+ plain'],
  [['type:Oily Skin', 'concerns:acne', 'avoid:fragrance'], 'best+ good+ plain risky-'],
  [['avoid:silicones'], 'plain+ good best risky'],
  [['avoid:silicones', 'type:Oily Skin'], 'good+ best+ risky+ plain'],
  [['concerns:gone', 'pregnancy:true'], 'plain good best risky'],
])('%j', (wishes, expected) => expect(shown(...wishes)).toBe(expected));
