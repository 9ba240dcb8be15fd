import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { countProducts } from '#domain/catalogue/count-products.ts';
import { maxWishes, readSharedHash, sharedHash, type WishList } from '#domain/wishlist/wish-list.ts';
import { startLive } from '#features/catalogue/live.dom.ts';
import ProductCard from '#features/catalogue/ProductCard.tsx';
import { useCards } from '#features/catalogue/useCards.ts';
import { capitalized } from '#lib/capitalized.ts';
import { wishlistPath } from '#lib/more-paths.ts';
import { paths } from '#lib/paths.ts';
import { $token } from '#lib/token.store.ts';
import { $wishes, removeWish, saveWishes } from '#shared/wishlist/wishes.store.ts';
import { FailedState, StateMessage } from '#ui/StateMessage.tsx';
import { shareAddress } from '#ui/share.dom.ts';
import { toast } from '#ui/toast.dom.ts';
import { useMounted } from '#ui/useMounted.ts';
import { startHearts } from './hearts.dom.ts';
import './wishlist.css';

const none: WishList = [];

const ownTitle = 'Your wish list';

const toCollection = (
  <a className="button" href={paths.collection}>
    Browse Products
  </a>
);

/** The wish list, or that of a link (docs/behaviour.md, "Wish list"). */
export default function WishlistPage() {
  const mounted = useMounted();
  const wishes = useStore($wishes, { ssr: () => none });
  const shared = useShared(mounted);
  useEffect(() => {
    startLive();
    startHearts();
  }, []);
  if (!mounted) return <LoadingList title={ownTitle} />;
  return shared ? (
    <SharedList key={shared.join()} ids={shared} wishes={wishes} />
  ) : (
    <OwnList wishes={wishes} />
  );
}

/** The products of the link that was opened; undefined without one. */
function useShared(mounted: boolean): string[] | undefined {
  const [hash, setHash] = useState('');
  useEffect(() => {
    const read = () => setHash(location.hash);
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return mounted ? readSharedHash(hash || location.hash) : undefined;
}

function OwnList({ wishes }: { wishes: WishList }) {
  const list = useCards(wishes.map(({ id }) => id));
  const title = useFocusAfterRemoval(wishes.length);
  if (!wishes.length)
    return (
      <StateMessage title={ownTitle} actions={toCollection}>
        <p className="soft">Nothing is saved yet. Tap the heart of a product to find it here again.</p>
      </StateMessage>
    );
  return (
    <ListPage
      title={ownTitle}
      titleRef={title}
      about={<SavedWhere count={wishes.length} />}
      action={
        <button
          type="button"
          className="button quiet small"
          onClick={() =>
            void shareAddress('A wish list', location.origin + wishlistPath + sharedHash(wishes))
          }
        >
          Share
        </button>
      }
      list={list}
    >
      {list.gone.length > 0 && <GoneProducts ids={list.gone} />}
    </ListPage>
  );
}

/** Where the list is kept. */
function SavedWhere({ count }: { count: number }) {
  if (useStore($token, { ssr: () => '' })) return <>{countProducts(count)}, saved in your account</>;
  return (
    <>
      {countProducts(count)}, saved on this device.{' '}
      <a href={paths.loginThen(wishlistPath)}>Sign in to keep them in your account</a>
    </>
  );
}

/** The heart that had the focus goes with its card. */
function useFocusAfterRemoval(count: number) {
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body)
      title.current?.focus({ preventScroll: true });
    before.current = count;
  }, [count]);
  return title;
}

/** Products of the list that the shop does not sell any more. Of some it does not even know the name. */
const GoneProducts = ({ ids }: { ids: readonly string[] }) => (
  <section className="wish-gone stack gap-3" aria-labelledby="wish-gone-title">
    <h2 id="wish-gone-title">No longer sold</h2>
    <ul>
      {ids.map((id) => (
        <li className="split" key={id}>
          <span translate="no">{nameOf(id)}</span>
          <button
            type="button"
            className="button plain small flush"
            aria-label={`Remove ${nameOf(id)}`}
            onClick={() => removeWish(id)}
          >
            Remove
          </button>
        </li>
      ))}
    </ul>
  </section>
);

/** `Rose toner` of `rose-toner`. */
const nameOf = (id: string): string => capitalized(id.replaceAll('-', ' '));

function SharedList({ ids, wishes }: { ids: readonly string[]; wishes: WishList }) {
  const list = useCards(ids);
  const title = 'A wish list that was shared with you';
  if (!ids.length || (list.gone.length === ids.length && !list.loading))
    return (
      <StateMessage title={title} actions={toCollection}>
        <p className="soft">This link has no products that we sell.</p>
      </StateMessage>
    );
  const open = list.cards.filter(({ id }) => !wishes.some((wish) => wish.id === id)).map(({ id }) => id);
  const addAll = () => {
    const added = saveWishes(open);
    const full = added < open.length && `Your wish list has ${maxWishes} products now, so not all of them.`;
    toast({ title: `${countProducts(added)} saved`, message: full || 'They are in your wish list.' });
  };
  return (
    <ListPage
      title={title}
      about={
        <>
          {countProducts(list.cards.length)}
          {list.gone.length > 0 && `; ${list.gone.length} more no longer sold`}.{' '}
          <a href={wishlistPath}>See your own wish list</a>
        </>
      }
      action={
        list.cards.length > 0 && (
          <button
            type="button"
            className="button small"
            aria-disabled={!open.length}
            onClick={() => open.length && addAll()}
          >
            {open.length ? 'Add all to my wish list' : 'All are in your wish list'}
          </button>
        )
      }
      list={list}
    />
  );
}

type ListProps = {
  title: string;
  titleRef?: React.Ref<HTMLHeadingElement>;
  about: ReactNode;
  action: ReactNode;
  list: ReturnType<typeof useCards>;
  children?: ReactNode;
};

function ListPage({ title, titleRef, about, action, list, children }: ListProps) {
  const { cards, loading, failed, retry } = list;
  if (failed)
    return <FailedState title={title} message="The products could not be loaded." onRetry={retry} />;
  if (loading && !cards.length) return <LoadingList title={title} />;
  return (
    <div className="wishlist wrap stack gap-8">
      <header className="split">
        <div className="stack gap-2">
          <h1 ref={titleRef} tabIndex={-1}>
            {title}
          </h1>
          <p className="soft">{about}</p>
        </div>
        {action}
      </header>
      <ul className="cards grid" aria-busy={loading}>
        {cards.map((card) => (
          <li key={card.id}>
            <ProductCard product={card} heading="h2" sizes="(min-width: 64rem) 17rem, 46vw" />
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

/** The placeholder while storage and products are being read. */
const LoadingList = ({ title }: { title: string }) => (
  <div className="wishlist wrap stack gap-8" aria-busy="true">
    <header>
      <h1>{title}</h1>
      <p className="soft" role="status">
        Loading products…
      </p>
    </header>
    <div className="cards grid" aria-hidden="true">
      <div className="skeleton wish-skeleton" />
      <div className="skeleton wish-skeleton" />
    </div>
  </div>
);
