/**
 * What a product's page says to a shopper with a profile: what speaks for the product, and what to think about twice.
 * The reasons of all profiles are made while building; the page then shows those of the shopper's own. There is no
 * score: a reason counts nothing, and names its ingredients.
 */
import { avoidedIn, groupsOf } from '#domain/ingredients/avoid.ts';
import { type FreeFromGroup, freeFromGroups } from '#domain/ingredients/free-from-groups.ts';
import {
  type InciLookup,
  ingredientsOf,
  type KnownIngredient,
  possibleIngredients,
} from '#domain/ingredients/inci.ts';
import type { IngredientContent } from '#domain/ingredients/ingredient.ts';
import { freeFromLabels } from '#domain/ingredients/ingredient-constants.ts';
import { skinTypes } from '#lib/product-constants.ts';
import type { Wish } from './profile.ts';

type ProductFacts = {
  skinTypes: readonly (typeof skinTypes)[number][];
  /** Ids of concepts in `content/search.yaml`. */
  tags: readonly string[];
  /** The explained ingredients, each once, in the order of the label. */
  ingredients: readonly KnownIngredient[];
  /** The ids of those that only some packs contain: `May contain: …`. */
  possible: ReadonlySet<string>;
  /** Whether the shop has an ingredient list. */
  hasList: boolean;
  /** Groups of which the product has nothing; none where its whole list is not known. */
  free: readonly FreeFromGroup[];
};

/** A product of the content. `ingredients` is its INCI list, if the shop has it. */
export type ProductOfContent = Pick<ProductFacts, 'skinTypes' | 'tags'> & {
  ingredients?: string | undefined;
};

/** @param lookup finds the entries of `content/ingredients` */
export function factsOf(
  { skinTypes, tags, ingredients = '' }: ProductOfContent,
  lookup: InciLookup,
): ProductFacts {
  return {
    skinTypes,
    tags,
    ingredients: ingredientsOf(ingredients, lookup),
    possible: possibleIngredients(ingredients, lookup),
    hasList: ingredients.trim() !== '',
    free: avoidedIn(ingredients, lookup).free,
  };
}

/** A concern of `content/search.yaml`. */
export type Concern = { id: string; label: string };

/** A piece of text, or the link to an ingredient. */
type Part = string | { id: string; name: string };

export type Reason = {
  /** The wish of a profile that it answers. */
  wish: Wish;
  /** `suits`: speaks for the product; `twice`: think twice; `note`: neither. */
  kind: 'suits' | 'twice' | 'note';
  /** The shopper's own words, without the colon: `You avoid fragrance`. */
  lead: string;
  parts: Part[];
};

/** Ingredients that a reason in favour names at most; what speaks against is named in full. */
const mostNamed = 3;

/** `A`, `A and B`, `A, B and C`, with a link for each. */
const listed = (ingredients: readonly KnownIngredient[]): Part[] =>
  ingredients.flatMap(({ id, ingredient: { name } }, n) => {
    if (n === 0) return [{ id, name }];
    return [n === ingredients.length - 1 ? ' and ' : ', ', { id, name }];
  });

const words = (list: readonly string[]): string => new Intl.ListFormat('en-IN').format(list);
const adjective = (type: string): string => type.replace(/ Skin$/, '').toLowerCase();

/** One reason for all ingredients with the same text, in the order of the label. */
function byText(
  ingredients: readonly KnownIngredient[],
  textOf: (ingredient: IngredientContent) => string,
): [string, KnownIngredient[]][] {
  return [...Map.groupBy(ingredients, ({ ingredient }) => textOf(ingredient))];
}

/** One warning for each caution of these ingredients. @param otherwise the text of those without one */
const warnings = (
  reason: Pick<Reason, 'wish' | 'lead'>,
  ingredients: readonly KnownIngredient[],
  otherwise: string,
): Reason[] =>
  byText(ingredients, ({ caution = otherwise }) => caution).map(([text, all]) => ({
    ...reason,
    kind: 'twice',
    parts: ['it contains ', ...listed(all), `. ${text}`],
  }));

function reasonsOfType(
  type: (typeof skinTypes)[number],
  { skinTypes: made, ingredients }: ProductFacts,
): Reason[] {
  const reason = { wish: `type:${type}` as const, lead: `You have ${adjective(type)} skin` };
  const suited = made.includes(type);
  const audience =
    made.length === skinTypes.length ? 'every skin type' : `${words(made.map(adjective))} skin`;
  const liked = ingredients.filter(({ ingredient }) => ingredient.suits.includes(type)).slice(0, mostNamed);
  const named: Part[] =
    suited && liked.length
      ? [' ', ...listed(liked), ` in it ${liked.length > 1 ? 'suit' : 'suits'} this skin type especially.`]
      : [];
  const disliked = ingredients.filter(({ ingredient }) => ingredient.unsuitable.includes(type));
  const claim: Reason = {
    ...reason,
    kind: suited ? 'suits' : 'twice',
    parts: [`it is made for ${audience}.`, ...named],
  };
  return [
    // A product that claims nothing speaks neither for itself nor against.
    ...(made.length ? [claim] : []),
    ...warnings(reason, disliked, 'It may not suit this skin type.'),
  ];
}

function reasonsOfConcern({ id, label }: Concern, { tags, ingredients }: ProductFacts): Reason[] {
  const reason = { wish: `concerns:${id}` as const, lead: `You care about ${label}` };
  const helpers = ingredients
    .filter(({ ingredient }) => ingredient.concerns.includes(id))
    .slice(0, mostNamed);
  const claim: Reason = {
    ...reason,
    kind: 'suits',
    parts: helpers.length ? ['it contains ', ...listed(helpers), ' for this.'] : ['it is made for this.'],
  };
  const disliked = ingredients.filter(({ ingredient }) => ingredient.worsens.includes(id));
  return [...(tags.includes(id) ? [claim] : []), ...warnings(reason, disliked, 'It may make this worse.')];
}

function reasonsToAvoid({ ingredients, possible, hasList, free }: ProductFacts): Reason[] {
  return freeFromGroups.map((group): Reason => {
    const reason = { wish: `avoid:${group}` as const, lead: `You avoid ${freeFromLabels[group]}` };
    const held = ingredients.filter(({ ingredient }) => groupsOf(ingredient).includes(group));
    const certain = held.filter(({ id }) => !possible.has(id));
    if (held.length)
      return {
        ...reason,
        kind: 'twice',
        parts: certain.length
          ? ['it contains ', ...listed(certain), '.']
          : ['it may contain ', ...listed(held), '.'],
      };
    return free.includes(group)
      ? { ...reason, kind: 'suits', parts: ['the ingredient list has none.'] }
      : {
          ...reason,
          kind: 'note',
          parts: [
            hasList
              ? 'it is not known, since the ingredient list has names that we cannot explain. Please read the list.'
              : 'it is not known, since we do not have the whole ingredient list. Please read the pack.',
          ],
        };
  });
}

const askDoctor = 'Please ask your doctor about every product that you use.';

function reasonsOfPregnancy({ ingredients }: ProductFacts): Reason[] {
  const reason = { wish: 'pregnancy:true' as const, lead: 'You are pregnant or nursing' };
  const noted = ingredients.filter(({ ingredient }) => ingredient.pregnancy);
  if (!noted.length)
    return [
      { ...reason, kind: 'note', parts: [`we do not say that a product is safe in this time. ${askDoctor}`] },
    ];
  return byText(noted, ({ pregnancy = askDoctor }) => pregnancy).map(([text, all]) => ({
    ...reason,
    kind: 'twice',
    parts: ['it contains ', ...listed(all), `. ${text}`],
  }));
}

const kinds: Reason['kind'][] = ['suits', 'twice', 'note'];

/**
 * The reasons for every wish that a profile can have, in the order in which the page shows them: what suits, what to
 * think about twice, notes; each of them with pregnancy first, then skin type, concerns in the order of
 * `content/search.yaml`, what is avoided. Where a wish has a warning, nothing says that the product suits it.
 */
export function reasonsOf(facts: ProductFacts, concerns: readonly Concern[]): Reason[] {
  const reasons = [
    ...reasonsOfPregnancy(facts),
    ...skinTypes.flatMap((type) => reasonsOfType(type, facts)),
    ...concerns.flatMap((concern) => reasonsOfConcern(concern, facts)),
    ...reasonsToAvoid(facts),
  ];
  const warned = new Set(reasons.filter(({ kind }) => kind === 'twice').map(({ wish }) => wish));
  const left = reasons.filter(({ kind, wish }) => kind !== 'suits' || !warned.has(wish));
  return kinds.flatMap((kind) => left.filter((reason) => reason.kind === kind));
}
