import { memo, useEffect, useState } from 'react';
import type { Card } from '#domain/catalogue/card.ts';
import { isMany } from '#domain/search/paging.ts';
import { emptyMessage, type FilterNames } from '#domain/search/search.ts';
import { defaultSearch, type Search } from '#domain/search/search-query.ts';
import type { CatalogueResult } from '#features/search/catalogue-search.api.ts';
import { FailedState } from '#ui/StateMessage.tsx';
import ProductCard, { notKnown } from './ProductCard.tsx';
import { SearchChips } from './SearchChips.tsx';
import './search-results.css';

/**
 * A card that stays is not rendered again, because the list changes with every tap on a filter. `first` may be ignored
 * then: its picture has been requested already.
 */
const SameCard = memo(
  ProductCard,
  (before, after) =>
    before.product === after.product && before.unknown === after.unknown && before.opens === after.opens,
);

/** Above products of which it is not known that they are free of what was to be left out. */
const unknownNote = `We do not know every ingredient of the products that are marked “${notKnown}”. Please read their lists.`;

/** Number of cards above the fold, whose pictures load at once. */
const firstRow = 2;

/** Where a picture of a large collection stands: three or four in a row from 1024 px. */
const inFour = '(min-width: 64rem) 17rem, 46vw';

type Suggestions = { didYouMean?: string | null | undefined; products: readonly Card[] };

/** What a search has found. */
export type Results = Omit<CatalogueResult, 'products'> & { shown: readonly Card[] };

type Props = {
  results: Results;
  /** Cards that stay in the page, hidden: showing them again costs a phone a tenth of rendering them. */
  hidden?: readonly Card[];
  /** Loads the suggestions for a search without results. */
  loadSuggestions: () => Promise<Suggestions>;
  search: Search;
  names: FilterNames;
  /** Number of products of the collection. */
  total: number;
  /** The heading level of the products' names. */
  heading: 'h2' | 'h3';
  onSearch: (change: Partial<Search>) => void;
};

/** Notifies live.dom.ts of new cards, so that it fills in rating and stock. */
export function useCardsShown(cards: readonly Card[] | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the event is about the cards
  useEffect(() => {
    document.dispatchEvent(new CustomEvent('shop:cards'));
  }, [cards]);
}

/** The results of a search: what was understood, the products, and articles and answers below them. */
export function SearchResults({ results, hidden = [], ...props }: Props) {
  const { shown, understood, pages, service } = results;
  const { search, names, onSearch } = props;
  const unknown = new Set(results.unknown);
  const isOpen = shown.some(({ id }) => unknown.has(id));
  const notes = [...results.notes, ...(isOpen ? [unknownNote] : [])];
  return (
    <>
      <SearchChips {...{ understood, notes, search, names, onSearch }} />
      {service && (
        <a className="panel collection-service stack gap-1" href={service.link}>
          <strong>{service.title}</strong>
          <span>{service.text}</span>
        </a>
      )}
      {shown.length ? (
        <ul className="cards grid">
          {[...shown, ...hidden].map((product, position) => (
            <li key={product.id} hidden={position >= shown.length}>
              <SameCard
                product={product}
                heading={props.heading}
                {...(isMany(props.total) && { sizes: inFour })}
                first={position < firstRow}
                unknown={unknown.has(product.id)}
                opens={results.opened[product.id]}
              />
            </li>
          ))}
        </ul>
      ) : service ? (
        <p className="collection-more">
          <button type="button" className="button plain small" onClick={() => onSearch(defaultSearch)}>
            Show all products
          </button>
        </p>
      ) : (
        <NoResults {...props} />
      )}
      {pages.length > 0 && (
        <ul className="collection-reading">
          {pages.map(({ kind, title, url }) => (
            <li key={title}>
              <a href={url}>
                <span className="soft">{kind === 'article' ? 'Read:' : 'Answer:'}</span> {title}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The message and the suggestions of a search without results. */
function NoResults({
  loadSuggestions,
  search,
  names,
  onSearch,
}: Omit<Props, 'results' | 'hidden' | 'total' | 'heading'>) {
  const { title, text } = emptyMessage(search, names);
  const [suggestions, show] = useState<Suggestions>();
  const { didYouMean, products = [] } = suggestions ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a search
  useEffect(() => {
    let current = true;
    // Without suggestions the message stays.
    loadSuggestions().then(
      (near) => current && show(near),
      () => current && show({ products: [] }),
    );
    return () => {
      current = false;
    };
  }, [search]);
  useCardsShown(products);
  return (
    <div className="collection-nothing" aria-busy={!suggestions || undefined}>
      <div className="state">
        <h3>{title}</h3>
        <p className="soft">{text}</p>
        <div className="actions">
          {didYouMean && (
            <button type="button" className="button quiet small" onClick={() => onSearch({ q: didYouMean })}>
              Did you mean “{didYouMean}”?
            </button>
          )}
          <button type="button" className="button plain small" onClick={() => onSearch(defaultSearch)}>
            Show all products
          </button>
        </div>
      </div>
      {products.length > 0 && (
        <>
          <h3 className="collection-near">Closest to what you typed</h3>
          <ul className="cards grid">
            {products.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} heading="h3" />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** The placeholder while results are loading. */
export function LoadingResults() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Searching all products...
      </p>
      <div className="cards grid" aria-hidden="true">
        <div className="skeleton collection-skeleton" />
        <div className="skeleton collection-skeleton" />
      </div>
    </div>
  );
}

/** The message of a failure (docs/behaviour.md, "Collection"). */
export const ResultsFailed = (props: { busy: boolean; onRetry: () => void }) => (
  <FailedState as="h2" title="Failed to fetch products" {...props} />
);
