import type { ApiProduct } from '#domain/catalogue/product.ts';
import { sellableId } from '#domain/catalogue/sellable-id.ts';
import { api, send } from '#lib/api.ts';
import type { Failure } from '#lib/outcome.ts';
import { paths } from '#lib/paths.ts';
import { FailedState, StateMessage } from '#ui/StateMessage.tsx';
import { useLoad } from '#ui/useLoad.ts';
import { useMounted } from '#ui/useMounted.ts';
import { type Delivery, type Kinds, ProductView } from './ProductView.tsx';
import './product-shell.css';

/** The id in `/product/{id}?variant={variant}`; empty if the path cannot be decoded. */
function idOf({ pathname, search }: Location): string {
  try {
    const product = decodeURIComponent(/^\/product\/([^/]+)/.exec(pathname)?.[1] ?? '');
    return sellableId(product, new URLSearchParams(search).get('variant') ?? undefined);
  } catch {
    return '';
  }
}

/** The page of a product that is not in the last build, loaded from the API (docs/behaviour.md, "Product shell"). */
export default function ProductShell({ kinds, ...delivery }: Delivery & { kinds: Kinds }) {
  const mounted = useMounted();
  const id = mounted ? idOf(location) : undefined;
  const { load, busy, reload } = useLoad(id || undefined, () =>
    send(api.product[':id'].$get({ param: { id: id ?? '' } }), { otherwise: 'Error fetching products' }),
  );
  if (id === '') return <NotFound />;
  if (load.state === 'loading') return <Loading />;
  if (load.state === 'failed') return <Failed failure={load.failure} busy={busy} onRetry={reload} />;
  const { product } = load.data;
  return product.retired ? (
    <Retired product={product} />
  ) : (
    <ProductView product={product} delivery={delivery} kinds={kinds} />
  );
}

function Loading() {
  return (
    <div className="product-shell wrap" aria-busy="true">
      <div className="skeleton product-shell-picture" aria-hidden="true" />
      <div>
        <p className="soft" role="status">
          Loading product...
        </p>
        <div className="skeleton product-shell-words" aria-hidden="true" />
      </div>
    </div>
  );
}

const toCollection = (
  <a className="button" href={paths.collection}>
    Browse Products
  </a>
);

const NotFound = () => (
  <StateMessage title="Product not found" actions={toCollection}>
    <p className="soft">It may have been removed. Please have a look at our other products.</p>
  </StateMessage>
);

function Failed({ failure, busy, onRetry }: { failure: Failure; busy: boolean; onRetry: () => void }) {
  if (failure.status === 404) return <NotFound />;
  return (
    <FailedState
      title="We could not load this product"
      message={failure.message}
      busy={busy}
      onRetry={onRetry}
    />
  );
}

function Retired({ product }: { product: ApiProduct }) {
  return (
    <StateMessage title={`${product.name} is no longer sold`} actions={toCollection}>
      <p className="soft">
        It stays in the orders that you have placed. Perhaps another product suits your skin.
      </p>
    </StateMessage>
  );
}
