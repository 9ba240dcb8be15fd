/**
 * The card of a product: pure markup, so that Astro renders it without a script, and the island of the collection
 * renders the same. live.dom.ts fills in rating and stock from the database; React does not change their content.
 */

import type { Card } from '#domain/catalogue/card.ts';
import type { CardProduct, CardVariant } from '#domain/catalogue/product.ts';
import { Heart } from '#features/wishlist/Heart.tsx';
import { productPath } from '#lib/paths.ts';
import type { PictureSource } from '#lib/picture.ts';
import Picture from '#ui/Picture.tsx';
import { ProductMarks } from './ProductMarks.tsx';
import { builtPrice, priceProps } from './price-html.ts';
import './ProductCard.css';

type Props = {
  product: CardProduct & { picture: PictureSource } & Pick<Card, 'facts' | 'kind'>;
  /** The `sizes` attribute of the picture. */
  sizes?: string;
  /** Whether it is above the fold: then its picture loads at once. */
  first?: boolean;
  /** Whether it is not known that it is free of what was to be left out. */
  unknown?: boolean;
  /** The size or shade with which its page opens; without one, the first. */
  opens?: string | undefined;
  /** The heading level of the name. */
  heading?: 'h2' | 'h3';
};

/** Two columns at every width; beside the filter from 1024 px. */
const besideRail = '(min-width: 80rem) 30rem, (min-width: 64rem) 38vw, 46vw';

/** What a card says where the ingredient list leaves open whether something is in the product. */
export const notKnown = 'Not known';

/** Filled by live.dom.ts and marks.dom.ts; React neither compares nor changes the empty string. */
const later = { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true };
const addToCart = { dangerouslySetInnerHTML: { __html: 'Add to cart' }, suppressHydrationWarning: true };

/** Swatches that a card has room for. */
const mostSwatches = 5;

/**
 * The first colours of a product's shades. Their names are on its page. One that is sold out is crossed out; one that comes in
 * several sizes is not.
 */
function Swatches({ variants }: { variants: readonly CardVariant[] }) {
  const colours = [...new Set(variants.flatMap(({ swatch }) => swatch ?? []))].map((colour) => {
    const [first, ...others] = variants.filter(({ swatch }) => swatch === colour);
    return { colour, only: others.length ? undefined : first?.id };
  });
  if (!colours.length) return null;
  const more = colours.length - mostSwatches;
  return (
    <p className="card-swatches cluster gap-1" aria-hidden="true">
      {colours.slice(0, mostSwatches).map(({ colour, only }) => (
        <i
          key={colour}
          style={{ backgroundColor: colour }}
          data-live={only && 'swatch'}
          data-id={only}
          suppressHydrationWarning
        />
      ))}
      {more > 0 && <span>+{more}</span>}
    </p>
  );
}

export default function ProductCard({
  product,
  sizes = besideRail,
  first = false,
  unknown = false,
  opens,
  heading: Heading = 'h3',
}: Props) {
  const { id, name, brand, category, description, features, price, originalPrice, picture, facts } = product;
  const { variants, varies, cheapest = id, kind = category } = product;
  const href = productPath(opens ?? id);
  return (
    <article className="card" data-card={id}>
      <div className="card-picture">
        <Picture of={picture} sizes={sizes} first={first} alt="" />
        <ProductMarks of={product} className="card-marks cluster gap-1" />
        <span className="card-low cluster gap-1">
          {!variants && <span className="card-stock badge" data-live="stock" data-id={id} {...later} />}
          <span className="badge" data-mark={id} {...later} />
          {unknown && <span className="badge">{notKnown}</span>}
        </span>
      </div>
      <div className="card-words">
        <p className="card-brand">
          {brand} {brand ? <span>{kind}</span> : kind}
        </p>
        <Heading className="card-name">
          <a href={href}>{name}</a>
        </Heading>
        {facts && <p className="card-facts">{facts}</p>}
        {variants && <Swatches variants={variants} />}
        {IS_ON.reviews && <span className="card-rating" data-live="rating" data-id={id} {...later} />}
        {description && <p className="card-description">{description}</p>}
        {features.length > 0 && (
          <ul className="card-features">
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        )}
        <p
          className={product.hasSales ? 'price card-price for-sale' : 'price card-price'}
          data-priced={cheapest}
          data-price={builtPrice({ price, originalPrice })}
          data-price-as="full"
          data-from={varies ? '' : undefined}
          {...priceProps({ price, originalPrice, from: varies })}
        />
        {variants ? (
          <a className="button quiet small wide card-choose" href={href}>
            Choose<span className="visually-hidden"> a size or shade of {name}</span>
          </a>
        ) : (
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
        )}
      </div>
      <Heart id={id} name={name} />
    </article>
  );
}
