import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useMemo } from 'react';
import { $search, initSearch, setSearch } from '#features/search/search.store.ts';
import type { PictureSource } from '#ui/Picture.tsx';
import { CollectionFilter, CollectionSort } from './CollectionTools.tsx';
import './collection.css';
import { nearest } from './nearest.ts';
import ProductCard from './ProductCard.tsx';
import type { CardProduct } from './product.ts';
import { countLine, emptyMessage, everything, findProducts, type Search } from './search.ts';

type Card = CardProduct & { picture: PictureSource };
type Props = { cards: readonly Card[] };

/** Cards above the fold, whose pictures do not wait: the first row. */
const firstRow = 2;

/**
 * The collection's toolbar and grid. The static page holds every product; a search, which lives in the
 * address, takes over right after hydration.
 */
export default function CollectionIsland({ cards }: Props) {
  const search = useStore($search, { ssr: () => everything });
  const found = useMemo(() => findProducts(cards, search), [cards, search]);
  const ids = found.map(({ id }) => id).join(',');

  // Before the first paint after hydration: what the static page showed was everything.
  useLayoutEffect(initSearch, []);
  useEffect(() => {
    // The page was kept from flashing the unfiltered grid; now it shows what was asked for.
    document.documentElement.removeAttribute('data-searching');
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the event is about the ids
  useEffect(() => {
    // Ratings and stock of cards that have just come are filled in by the page.
    document.dispatchEvent(new CustomEvent('harita:cards'));
  }, [ids]);

  const count = countLine(search, found.length, cards.length);
  return (
    <div className="collection">
      <div className="collection-head" data-intent="">
        <p className="collection-count" role="status">
          {count}
        </p>
        <CollectionSort search={search} onChange={setSearch} />
      </div>
      <CollectionFilter search={search} onChange={setSearch} />
      <div className="collection-found">
        {found.length ? (
          <ul className="cards">
            {found.map((product, place) => (
              <li key={product.id}>
                <ProductCard product={product} first={place < firstRow} />
              </li>
            ))}
          </ul>
        ) : (
          <NothingFound cards={cards} search={search} />
        )}
      </div>
    </div>
  );
}

/** What is said instead of products, and what may have been meant. */
function NothingFound({ cards, search }: Props & { search: Search }) {
  const { title, text } = emptyMessage(search);
  const { didYouMean, products } = nearest(cards, search.q);
  return (
    <div className="collection-nothing">
      <div className="state">
        <h3>{title}</h3>
        <p className="soft">{text}</p>
        <div className="actions">
          {didYouMean && (
            <button type="button" className="button quiet small" onClick={() => setSearch({ q: didYouMean })}>
              Did you mean “{didYouMean}”?
            </button>
          )}
          <button type="button" className="button plain small" onClick={() => setSearch(everything)}>
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
