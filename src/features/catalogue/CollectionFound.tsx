import { memo, useEffect, useState } from 'react';
import { emptyMessage } from '#features/search/search.ts';
import { everything, type Search } from '#features/search/search-query.ts';
import { StateMessage } from '#ui/StateMessage.tsx';
import type { Card } from './card.ts';
import ProductCard from './ProductCard.tsx';

/**
 * One that stays is not rendered anew, which a phone feels: the list changes with every tap on a filter. Its picture
 * has been asked for by then, so it does not matter any more whether it is among the first.
 */
const SameCard = memo(ProductCard, (before, after) => before.product === after.product);

/** Cards above the fold, whose pictures do not wait: the first row. */
const firstRow = 2;

type Instead = { didYouMean?: string | null | undefined; products: readonly Card[] };

type Props = {
  shown: readonly Card[];
  /** Those that stay in the page unseen: to be shown again costs a phone a tenth of being made anew. */
  kept?: readonly Card[];
  /** What is shown for nothing. */
  instead: () => Promise<Instead>;
  search: Search;
  onSearch: (change: Partial<Search>) => void;
};

/** Ratings and stock of cards that have just come are filled in by the page. */
export function useCardsShown(cards: readonly Card[] | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the event is about the cards
  useEffect(() => {
    document.dispatchEvent(new CustomEvent('harita:cards'));
  }, [cards]);
}

/** What a search found. */
export function Found({ shown, kept = [], instead, search, onSearch }: Props) {
  if (!shown.length) return <NothingFound instead={instead} search={search} onSearch={onSearch} />;
  return (
    <ul className="cards">
      {[...shown, ...kept].map((product, place) => (
        <li key={product.id} hidden={place >= shown.length}>
          <SameCard product={product} first={place < firstRow} />
        </li>
      ))}
    </ul>
  );
}

/** What is said instead of products, and what may have been meant. */
function NothingFound({ instead, search, onSearch }: Omit<Props, 'shown' | 'kept'>) {
  const { title, text } = emptyMessage(search);
  const [{ didYouMean, products }, show] = useState<Instead>({ products: [] });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a search
  useEffect(() => {
    let current = true;
    // Without an answer there is nothing to suggest; what was found is said all the same.
    instead().then(
      (near) => current && show(near),
      () => {},
    );
    return () => {
      current = false;
    };
  }, [search]);
  useCardsShown(products);
  return (
    <div className="collection-nothing">
      <div className="state">
        <h3>{title}</h3>
        <p className="soft">{text}</p>
        <div className="actions">
          {didYouMean && (
            <button type="button" className="button quiet small" onClick={() => onSearch({ q: didYouMean })}>
              Did you mean “{didYouMean}”?
            </button>
          )}
          <button type="button" className="button plain small" onClick={() => onSearch(everything)}>
            Show all products
          </button>
        </div>
      </div>
      {products.length > 0 && (
        <>
          <h3 className="collection-near">Closest to what you typed</h3>
          <ul className="cards">
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

/** While what a paged collection has is on its way. */
export function LoadingFound() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Searching all products...
      </p>
      <div className="cards" aria-hidden="true">
        <div className="skeleton collection-skeleton" />
        <div className="skeleton collection-skeleton" />
      </div>
    </div>
  );
}

/** What a failure says (docs/behaviour.md 3.5). */
export function NotFetched(props: { busy: boolean; onRetry: () => void }) {
  const retry = (
    <button type="button" className="button" aria-busy={props.busy} onClick={props.onRetry}>
      Try again
    </button>
  );
  return <StateMessage as="h2" title="Failed to fetch products" alert actions={retry} />;
}
