/**
 * A product on a shelf: pure markup, so that Astro renders it without any script and the collection's
 * island renders the very same. What lives in the database (stars, stock) is patched into the reserved
 * places by live.ts; React is told to leave their content alone.
 */
import { discountPercent, formatPrice } from '#lib/money.ts';
import { paths } from '#lib/paths.ts';
import Picture, { type PictureSource } from '#ui/Picture.tsx';
import type { CardProduct } from './product.ts';
import './ProductCard.css';

type Props = {
  product: CardProduct & { picture: PictureSource };
  /** How wide the picture is shown, as the `sizes` attribute says it. */
  sizes?: string;
  /** Above the fold: its picture does not wait. */
  first?: boolean;
  /** The level of the name in the page's outline. */
  heading?: 'h2' | 'h3';
};

/** Two columns at every width; beside the filter's rail from 1024 px. */
const besideRail = '(min-width: 80rem) 30rem, (min-width: 64rem) 38vw, 46vw';

/** Filled later, by live.ts; an empty string that React neither compares nor changes. */
const later = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true };
const addToCart = { dangerouslySetInnerHTML: { __html: 'Add to cart' }, suppressHydrationWarning: true };

export default function ProductCard({
  product,
  sizes = besideRail,
  first = false,
  heading: Heading = 'h3',
}: Props) {
  const { id, name, brand, category, description, features, spf, bestseller, price, originalPrice, picture } =
    product;
  const off = discountPercent(price, originalPrice);
  return (
    <article className="card" data-card={id}>
      <div className="card-picture">
        <Picture of={picture} sizes={sizes} first={first} alt="" />
        <p className="card-marks">
          {bestseller && <span className="badge">Bestseller</span>}
          {spf && <span className="badge">SPF {spf}</span>}
        </p>
        <span className="card-stock badge" data-live="stock" data-id={id} {...later} />
      </div>
      <div className="card-words">
        <p className="card-brand">
          {brand} <span>{category}</span>
        </p>
        <Heading className="card-name">
          <a href={paths.product(id)}>{name}</a>
        </Heading>
        <span className="card-rating" data-live="rating" data-id={id} {...later} />
        <p className="card-description">{description}</p>
        <ul className="card-features">
          {features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
        <p className="price card-price">
          <strong>{formatPrice(price)}</strong>
          {off > 0 && (
            <>
              <s>
                <span className="visually-hidden">MRP </span>
                {formatPrice(originalPrice)}
              </s>
              <span className="off">{off}% off</span>
            </>
          )}
        </p>
        <button
          type="button"
          className="button quiet small wide"
          data-add-to-cart={id}
          data-name={name}
          suppressHydrationWarning
        >
          <span data-live="button" data-id={id} {...addToCart} />
          <span className="visually-hidden">{name}</span>
        </button>
      </div>
    </article>
  );
}
