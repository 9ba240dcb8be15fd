import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { WishList } from '#domain/wishlist/wish-list.ts';
import { startLive } from '#features/catalogue/live.dom.ts';
import ProductCard from '#features/catalogue/ProductCard.tsx';
import { useCards } from '#features/catalogue/useCards.ts';
import { wishlistPath } from '#lib/more-paths.ts';
import { $wishes } from '#shared/wishlist/wishes.store.ts';
import { startHearts } from './hearts.dom.ts';
import './wishlist.css';

const none: WishList = [];

/** As many as a row has on wide screens. */
const most = 4;

/** What is saved, on a page that has room for it; nothing without any. It also fills in the other cards of the page. */
export function SavedProducts() {
  const wishes = useStore($wishes, { ssr: () => none });
  const { cards } = useCards(wishes.slice(0, most).map(({ id }) => id));
  useEffect(() => {
    startLive();
    startHearts();
  }, []);
  if (!cards.length) return null;
  return (
    <section className="saved-products wrap stack gap-5" aria-labelledby="saved-title">
      <div className="split">
        <h2 id="saved-title">From your wish list</h2>
        {wishes.length > cards.length && <a href={wishlistPath}>See all</a>}
      </div>
      <ul className="cards grid">
        {cards.map((card) => (
          <li key={card.id}>
            <ProductCard product={card} sizes="(min-width: 64rem) 17rem, 46vw" />
          </li>
        ))}
      </ul>
    </section>
  );
}
