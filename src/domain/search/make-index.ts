/** Makes the search index of the catalogue, in the build. */
import { type ConceptSource, type IndexedProduct, indexCatalogue } from 'search/index-catalogue';
import type { SearchFile } from 'search/search-file';
import { soundOf } from 'search/sounds';
import { compareProducts } from 'search/text-index';
import { wordsOf } from 'search/tokens';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { sellablesOf } from '#domain/catalogue/sellable.ts';
import { isWholeList } from '#domain/ingredients/avoid.ts';
import { type InciLookup, plainName, spellingsIn } from '#domain/ingredients/inci.ts';
import { inciNames } from '#domain/ingredients/inci-list.ts';
import { anySkin } from '#lib/product-constants.ts';
import type { ConceptKind } from './concept-kinds.ts';
import { type SearchContent, tagGroups } from './search-content.ts';

/** Articles and answers are found beside products. */
export type PageKind = 'article' | 'answer';

/** A text that becomes one. */
export type PageText = { kind: PageKind; title: string; url: string };

/** @property inci the spellings of each name of its ingredient list */
type Indexed = { product: ProductContent; inci: readonly (readonly string[])[] };

/** Whether a spelling of a name begins so, and not with an exception. */
const begins = (
  spellings: readonly string[],
  beginnings: readonly string[],
  except: readonly string[] = [],
): boolean => {
  const isOne = (spelling: string, of: readonly string[]) =>
    of.some((beginning) => spelling.startsWith(beginning.toLowerCase()));
  return spellings.some((spelling) => isOne(spelling, beginnings) && !isOne(spelling, except));
};

/** The first tags of a product say most about it. In the other groups, a product with fewer tags is more special. */
function tagStrength(tags: readonly string[], id: string, special: boolean): number {
  const place = tags.indexOf(id);
  return place < 0 ? 0 : Math.max(3, 9 - place - (special ? tags.length - 1 : 0));
}

/** Products that are made for a skin type come before those that suit it too. */
function skinStrength(
  { skinType, skinTypes, tags }: ProductContent,
  { skin, concern = '' }: SearchContent['skins'][number],
): number {
  if (!skinTypes.includes(skin)) return 0;
  const made = skinType === skin ? 7 : skinType === anySkin ? 3 : 5;
  return made + (tags.includes(concern) ? 2 : 0);
}

/** An ingredient in the name or label counts most, one in small print least. */
function ingredientStrength(
  { product, inci }: Indexed,
  names: readonly string[],
  words: readonly string[],
): number {
  const place = inci.findIndex((name) => begins(name, names));
  if (place < 0) return 0;
  const isIn = (text: string) => words.some((word) => text.toLowerCase().includes(word.toLowerCase()));
  if (isIn(`${product.name} ${product.labelLine}`)) return 9;
  const key = product.keyIngredients.findIndex(({ name }) => isIn(name));
  return key < 0 ? Math.max(2, 5 - Math.floor(place / 3)) : 8 - Math.min(key, 2);
}

/** The words of labels, claims and ingredients. */
const textsOf = ({ product, inci }: Indexed): IndexedProduct => ({
  name: product.name,
  brand: product.brand,
  texts: [
    [`${product.labelLine} ${product.category}`, 8],
    [product.variants.map(({ label }) => label).join(' '), 8],
    [product.keyIngredients.map(({ name }) => name).join(' '), 7],
    [product.features.join(' '), 6],
    // Their first words: the others are "leaf", "extract", "acid".
    [inci.map(([name = '']) => /^[\w-]{5,}/.exec(plainName(name))?.[0] ?? '').join(' '), 3],
  ],
  codes: sellablesOf('', product).map(([, { sku, barcode }]) => [sku ?? '', barcode ?? '']),
});

type Named = Omit<SearchContent['concerns'][number], 'lessOf'> & { lessOf?: readonly string[] };

const phrasesOf = ({ english, hindi, hinglish }: Pick<Named, 'english' | 'hindi' | 'hinglish'>): string[] => [
  ...english,
  ...hindi,
  ...hinglish,
];

/** Whether the name or the category of a product has all words of one of a kind's phrases. */
function isOfKind({ name, category, commonName }: ProductContent, kind: Named): boolean {
  const own = new Set(wordsOf(`${name} ${category} ${commonName}`).map((word) => soundOf(word)));
  return phrasesOf(kind).some((phrase) => wordsOf(phrase).every((word) => own.has(soundOf(word))));
}

const kindOfTags: Record<(typeof tagGroups)[number], ConceptKind> = {
  concerns: 'concern',
  textures: 'texture',
  times: 'time',
  seasons: 'season',
  audiences: 'audience',
};

const grammarLabels: Record<string, string> = { best: 'best sellers', cheap: 'lowest price first' };

/** The concepts in the order in which they are suggested. */
function conceptsOf(content: SearchContent, all: readonly Indexed[]): ConceptSource[] {
  const matching = (strength: (one: Indexed) => number) =>
    new Map(all.map((one, n) => [n, strength(one)] as const).filter(([, value]) => value));
  const concept = (
    kind: ConceptKind | 'free',
    one: Named,
    strength: (one: Indexed) => number,
  ): ConceptSource => ({
    id: one.id,
    kind,
    label: one.label,
    phrases: phrasesOf(one),
    matches: matching(strength),
    lessOf: one.lessOf,
    note: one.note,
    query: one.english[0] === one.label.toLowerCase() ? undefined : one.english[0],
  });
  const tagged = tagGroups.flatMap((group) =>
    content[group].map((one) => {
      const ids = new Set(content[group].map(({ id }) => id));
      return concept(kindOfTags[group], one, ({ product }) =>
        tagStrength(
          product.tags.filter((tag) => ids.has(tag)),
          one.id,
          group !== 'concerns',
        ),
      );
    }),
  );
  const sold = content.kinds.filter((kind) => all.some(({ product }) => isOfKind(product, kind)));
  return [
    ...content.types.map((one) =>
      concept('type', one, ({ product }) => (one.categories.includes(product.category) ? 9 : 0)),
    ),
    ...sold.map((one) => concept('type', one, ({ product }) => (isOfKind(product, one) ? 9 : 0))),
    ...content.skins.map((one) => concept('skin', one, ({ product }) => skinStrength(product, one))),
    ...tagged,
    ...content.ingredients.map((one) =>
      concept('ingredient', one, (product) => ingredientStrength(product, one.inci, phrasesOf(one))),
    ),
    ...content.freeFrom.map((one) => ({
      ...concept('free', one, ({ inci }) =>
        inci.some((name) => begins(name, one.inci, one.except)) ? 0 : 9,
      ),
      already: one.already,
    })),
    {
      id: 'not-sold',
      kind: 'notSold',
      label: '',
      phrases: content.kinds.filter((kind) => !sold.includes(kind)).flatMap(phrasesOf),
    },
    ...Object.entries(content.grammar).map(
      ([kind, phrases]): ConceptSource => ({
        id: kind,
        kind,
        label: grammarLabels[kind] ?? '',
        phrases,
        ...(kind === 'best' && { matches: matching(({ product }) => (product.bestseller ? 9 : 0)) }),
      }),
    ),
  ];
}

/** Kinds of concepts that an article or an answer can be about. */
const topics: readonly ConceptKind[] = ['type', 'concern', 'ingredient', 'skin', 'season', 'time'];

/**
 * @param catalogue products by id, in any order
 * @param texts articles and answers @param lookup finds the entries of `content/ingredients`
 */
export function makeSearchFile(
  content: SearchContent,
  catalogue: ReadonlyMap<string, ProductContent>,
  texts: readonly PageText[],
  lookup: InciLookup,
): SearchFile<PageKind> {
  const all: Indexed[] = [...catalogue]
    .sort(([a, first], [b, second]) => compareProducts({ ...first, id: a }, { ...second, id: b }))
    .map(([, product]) => ({
      product,
      inci: inciNames(product.ingredients ?? '').map((name) =>
        spellingsIn(name).map((spelling) => spelling.toLowerCase()),
      ),
    }));
  return indexCatalogue({
    products: all.map(textsOf),
    concepts: conceptsOf(content, all),
    first: Object.values(kindOfTags),
    pages: texts,
    topics,
    unknown: [...all.keys()].filter((n) => !isWholeList(all[n]?.product.ingredients ?? '', lookup)),
  });
}
