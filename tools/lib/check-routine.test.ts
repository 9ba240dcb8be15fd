/** A name that does not exist in rules or routines, and a code that is used twice, are found before a build. */
import { expect, test } from 'vitest';
import { routineMistakes } from './check-routine.ts';
import { readCategories, readProducts, readRoutine, readSearch } from './content.ts';

const concerns = new Set(readSearch().concerns.map(({ id }) => id));
type Parts = { content: ReturnType<typeof readRoutine>; products: ReturnType<typeof readProducts> };

/** The mistake after a change of the shop's own content. */
function mistakeAfter(change: (parts: Parts) => void): string | undefined {
  const parts = { content: readRoutine(), products: readProducts() };
  change(parts);
  const [mistake] = routineMistakes(parts.content, parts.products, concerns, readCategories(), () => {});
  return mistake;
}

test('the committed content has none', () => expect(mistakeAfter(() => {})).toBeUndefined());

const toner = 'rose-balance-toner';
test.each<[what: string, change: (parts: Parts) => void, says: RegExp]>([
  ['a source', ({ content }) => content.apart[0]?.sources.push('x'), /\.sources: there is no source "x"$/],
  ['an active', ({ content }) => content.together[0]?.second.push('x'), /no active ingredient "x"$/],
  ['a wish', ({ content }) => content.wants.push('x'), /wants: there is no concern "x"$/],
  [
    'a step of a product',
    ({ products }) => Object.assign(products.get(toner)?.routine ?? {}, { step: 'x' }),
    /^content\/products\/rose-balance-toner\/index\.md: routine\.step: there is no step "x"$/,
  ],
  [
    'a part of a kit',
    ({ products }) => products.get('morning-ritual-kit')?.parts?.push('morning-ritual-kit'),
    /parts: "morning-ritual-kit" is a kit itself$/,
  ],
  [
    'a code of its own',
    ({ products }) => Object.assign(products.get(toner)?.routine ?? {}, { code: 'gs' }),
    /codes: "gs" is used twice$/,
  ],
  [
    'an id of its own',
    ({ content: { kinds } }) => Object.assign(kinds[0] ?? {}, { id: toner }),
    /kinds: "rose-balance-toner" is used twice$/,
  ],
])('without %s', (_, change, says) => expect(mistakeAfter(change)).toMatch(says));
