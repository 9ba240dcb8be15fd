import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { fullLabel, roomFor, stepper } from '#domain/cart/cart.ts';
import { canBeBought } from '#domain/catalogue/can-be-bought.ts';
import { type Drawing, packOf } from '#domain/catalogue/placeholder.ts';
import type { ApiProduct, WithVariants } from '#domain/catalogue/product.ts';
import { productName, productOf } from '#domain/catalogue/sellable-id.ts';
import type { DeliveryRules } from '#domain/delivery/promise.ts';
import { saleText } from '#domain/pricing/sale-text.ts';
import { Arrival } from '#features/delivery/Arrival.tsx';
import { usePincodeCheck } from '#features/delivery/usePincodeCheck.ts';
import { Heart } from '#features/wishlist/Heart.tsx';
import { startHearts } from '#features/wishlist/hearts.dom.ts';
import { api, send } from '#lib/api.ts';
import { loadPart, optional } from '#lib/load-part.dom.ts';
import { lowStock } from '#lib/low-stock.ts';
import { toPaise } from '#lib/money.ts';
import type { Failure } from '#lib/outcome.ts';
import { paths } from '#lib/paths.ts';
import { $cart, setStock } from '#shared/cart/cart.store.ts';
import { Fact } from '#ui/Fact.tsx';
import { QuantityStepper } from '#ui/QuantityStepper.tsx';
import { FailedState, StateMessage } from '#ui/StateMessage.tsx';
import { useLoad } from '#ui/useLoad.ts';
import { useMounted } from '#ui/useMounted.ts';
import { startLive, stockText } from './live.dom.ts';
import { ProductMarks } from './ProductMarks.tsx';
import { builtPrice, priceProps } from './price-html.ts';
import { useVariant, VariantPickers } from './VariantPickers.tsx';
import './product-shell.css';

/** The id in `/product/{id}`; empty if the path cannot be decoded. */
function idOf({ pathname }: Location): string {
  try {
    return decodeURIComponent(/^\/product\/([^/]+)/.exec(pathname)?.[1] ?? '');
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
  // A Worker of the last release may answer during a deployment: it names no variants.
  const { product, variants = [] } = load.data;
  return product.retired ? (
    <Retired product={product} />
  ) : (
    <ProductView found={{ product, variants }} delivery={delivery} kinds={kinds} />
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
    <StateMessage
      title={`${productName(product.name, product.label)} is no longer sold`}
      actions={toCollection}
    >
      <p className="soft">It stays in the orders that you have placed. Perhaps another product suits you.</p>
    </StateMessage>
  );
}

/** The rules of delivery. @property phone of customer care */
type Delivery = { rules: DeliveryRules; phone: string | undefined };

/** What pages call one product of a category, and how they draw it, by the category that products name. */
type Kinds = Record<string, { label?: string | undefined; drawing?: Drawing | undefined }>;

type Props = { found: WithVariants; delivery: Delivery; kinds: Kinds };

/** A product from the API: plainer than a built page, but it can be bought. */
function ProductView({ found, delivery, kinds }: Props) {
  const [product, choose] = useVariant(found);
  const arrival = usePincodeCheck(delivery.rules);
  const [quantity, setQuantity] = useState<number>(stepper.min);
  const { _id, name, brand, category, description, paused, volume, spf } = product;
  const { label = category, drawing } = kinds[category] ?? {};
  const stock = piecesOf(product);
  const soldOut = stock < 1;
  useEffect(() => {
    startLive();
    if (IS_ON.wishlist) startHearts();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another size has another place for what is asked
  useEffect(() => void document.dispatchEvent(new CustomEvent('shop:cards')), [_id]);
  const room = roomFor(useStore($cart), _id, stock);
  const max = Math.max(stepper.min, Math.min(stepper.max, room));
  useEffect(
    () =>
      setStock(Object.fromEntries([found.product, ...found.variants].map((one) => [one._id, piecesOf(one)]))),
    [found],
  );
  return (
    <article className="product-shell wrap">
      <div className="product-shell-pictures">
        <Heart id={productOf(_id)} name={productName(name, product.label)} />
        <ProductPicture source={product.image[0]} name={name} drawing={drawing} />
        <ProductMarks of={product} className="product-shell-marks" />
      </div>
      <div className="product-shell-about narrow stack gap-5">
        <p className="eyebrow">{[brand, label].filter(Boolean).join(' · ')}</p>
        <h1>{productName(name, product.label)}</h1>
        {found.variants.length > 0 && (
          <VariantPickers variants={found.variants} chosen={product} onChoose={choose} />
        )}
        <Price product={product} />
        {description && <p>{description}</p>}
        {(volume || spf || product.skinType) && (
          <dl className="product-shell-facts cluster">
            {volume && <Fact name="Volume">{volume} ml</Fact>}
            {spf && <Fact name="SPF">{spf}</Fact>}
            {product.skinType && <Fact name="Skin type">{product.skinType}</Fact>}
          </dl>
        )}
        <p className={soldOut || stock <= lowStock ? 'product-shell-low' : 'product-shell-stock'}>
          {paused === null ? stockText(product) || 'In stock' : `Not sold at the moment: ${paused}`}
        </p>
        <div className="product-shell-buy cluster">
          <QuantityStepper
            id="quantity"
            label={name}
            value={Math.min(quantity, max)}
            min={stepper.min}
            max={max}
            disabled={soldOut}
            onChange={setQuantity}
          />
          <button
            type="button"
            className="button"
            data-add-to-cart={_id}
            data-name={name}
            data-quantity="quantity"
            disabled={soldOut}
            aria-disabled={room < 1 || undefined}
          >
            {paused !== null
              ? 'Not sold now'
              : soldOut
                ? 'Sold out'
                : room < 1
                  ? fullLabel(stock)
                  : 'Add to Cart'}
          </button>
        </div>
        {soldOut && paused === null && <StockAlert key={_id} id={_id} />}
        <Arrival {...arrival} phone={delivery.phone} />
        <Lines title="Key Benefits" text={product.benefits} />
        <Lines title="Key Ingredients" text={product.keyIngredients} />
      </div>
    </article>
  );
}

/** The email when it is back, as a built page offers it. */
function StockAlert({ id }: { id: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    loadPart(() => import('./stock-alert.dom.ts'), optional).then(
      (part) => place.current && part.offerAlert(place.current),
      () => {},
    );
  }, []);
  return <div ref={place} data-sold-out={id} />;
}

/** How many can be bought. */
const piecesOf = (product: ApiProduct): number => (canBeBought(product) ? product.stock : 0);

type PictureProps = { source: string | undefined; name: string; drawing: Drawing | undefined };

/** A drawing once one picture is missing: the build does not have those of the product. */
function ProductPicture({ source, name, drawing }: PictureProps) {
  const [missing, setMissing] = useState(false);
  if (!source || missing)
    return (
      <svg className="product-shell-picture" viewBox="0 0 400 400" aria-hidden="true">
        <path d={packOf(drawing).outline} />
      </svg>
    );
  return (
    <img
      className="product-shell-picture"
      src={source}
      alt={name}
      width="1200"
      height="1200"
      onError={() => setMissing(true)}
    />
  );
}

function Price({ product }: { product: ApiProduct }) {
  const { sale } = product;
  const [price = 0, originalPrice = 0] = [toPaise(product.price), toPaise(product.originalPrice)];
  const label = sale?.before === product.originalPrice ? 'Before' : 'MRP';
  return (
    <div>
      <p className="price product-shell-price">
        <span className="price-amounts" {...priceProps({ price, originalPrice, label })} />
        <span className="soft small">inclusive of all taxes</span>
        {sale && <span className="small">{saleText(sale, price)}</span>}
      </p>
      {/* Drawn by live-prices.dom.ts. */}
      <p
        key={product._id}
        className="product-shell-offer small"
        data-priced={product._id}
        data-price={builtPrice({ price, originalPrice })}
        data-price-as="offer"
      />
    </div>
  );
}

/** A text of the API with one item per line. */
function Lines({ title, text }: { title: string; text: string }) {
  const lines = text.split('\n').filter((line) => line.trim());
  if (!lines.length) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
