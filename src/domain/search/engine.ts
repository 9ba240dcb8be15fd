/**
 * The search over the shop's products, in the browser and in the Worker (docs/search.md): packages/search with the shop's kinds
 * of concepts and filters, and with labels for what was understood.
 */
import { createEngine, type Engine, type SearchResult, search } from 'search/engine';
import type { SearchFile } from 'search/search-file';
import type { Clause } from 'search/understand';
import type { CardProduct } from '#domain/catalogue/product.ts';
import { formatPrice } from '#lib/money.ts';
import { conceptKinds } from './concept-kinds.ts';
import { optionsOf, type ProductSearch } from './search-options.ts';

/** @param products in any order */
export const openEngine = <T extends CardProduct, PageKind extends string = string>(
  file: SearchFile<PageKind>,
  products: readonly T[],
): Engine<T, PageKind> => createEngine(file, products, conceptKinds);

/** `label` is the text of a chip, `rest` the typed text without its words. */
export type Understood = { kind: string; id: string; label: string; rest: string };

export type EngineResult<T> = Omit<SearchResult<T>, 'understood'> & { understood: Understood[] };

const rupees = (paise: number): string => formatPrice(paise).replace(/\.00$/, '');

/** The chip of a clause that a shopper reads above the results. */
function describe(clause: Clause): Omit<Understood, 'rest'> | undefined {
  switch (clause.kind) {
    case 'price': {
      const { least, most } = clause;
      const label =
        most === Number.POSITIVE_INFINITY
          ? `above ${rupees(least)}`
          : least
            ? `${rupees(least)} to ${rupees(most)}`
            : `under ${rupees(most)}`;
      return { kind: 'price', id: 'price', label };
    }
    case 'without':
      return { kind: 'without', id: clause.concept.id, label: `no ${clause.concept.label}` };
    case 'concept': {
      const { kind, id, label, matches } = clause.concept;
      const isShown = kind === 'cheap' || (matches.size && (kind === 'best' || kind in conceptKinds));
      return isShown ? { kind, id, label } : undefined;
    }
    default:
      return undefined;
  }
}

/** Searches the products. @param textOnly whether only products that contain the text are found */
export function searchEngine<T extends CardProduct>(
  engine: Engine<T>,
  query: ProductSearch,
  textOnly = false,
): EngineResult<T> {
  const { understood, ...found } = search(engine, query.q, { ...optionsOf(query), textOnly });
  return {
    ...found,
    understood: understood.flatMap(({ clause, rest }) => {
      const chip = describe(clause);
      return chip ? { ...chip, rest } : [];
    }),
  };
}
