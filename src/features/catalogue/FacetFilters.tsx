import type { ReactNode } from 'react';
import type { FacetName, Facets } from '#domain/search/facet-names.ts';
import { type FacetChoice, type FacetChoices, toggleFacet } from '#domain/search/facets.ts';
import { isMany } from '#domain/search/paging.ts';

const titles: Record<FacetName, string> = {
  category: 'Category',
  brand: 'Brand',
  price: 'Price',
  concern: 'Concern',
  spf: 'SPF',
  size: 'Size',
  origin: 'Country of origin',
  in: 'Availability',
};

type Props = {
  facets: Facets | undefined;
  /** What can be chosen; undefined while it loads. */
  choices: FacetChoices | undefined;
  /** Called when the choices could not be loaded, to try again. */
  onRetry?: (() => void) | undefined;
  /** Whether the filters that most shoppers want are unfolded. */
  opened: boolean;
  onChange: (facets: Facets) => void;
};

/** The number of results that a value gives, once it is known. @property of the values of its filter */
export function Count({ of, value }: { of: readonly FacetChoice[] | undefined; value: string }) {
  const count = of?.find((one) => one.value === value)?.count;
  if (count === undefined) return null;
  return (
    <small>
      {count}
      <span className="visually-hidden"> {count === 1 ? 'product' : 'products'}</span>
    </small>
  );
}

type OneProps = Pick<Props, 'facets' | 'onChange'> & { name: FacetName; of: readonly FacetChoice[] };

/** The values of one filter, with the number of results of each. */
const Values = ({ name, of, facets, onChange }: OneProps) => (
  <fieldset>
    <legend className="visually-hidden">{titles[name]}</legend>
    {of.map(({ value, label }) => (
      <label key={value}>
        <input
          type="checkbox"
          name={name}
          value={value}
          autoComplete="off"
          checked={facets?.[name]?.includes(value) ?? false}
          onChange={() => onChange(toggleFacet(facets, name, value))}
        />
        <span>{label}</span>
        <Count of={of} value={value} />
      </label>
    ))}
  </fieldset>
);

function Facet({ name, facets, choices, onRetry, opened, onChange }: Props & { name: FacetName }) {
  const chosen = facets?.[name]?.length ?? 0;
  const of = choices?.[name];
  return (
    <details className="collection-facet" open={opened}>
      <summary>
        {titles[name]}
        {chosen > 0 && (
          <small>
            {chosen}
            <span className="visually-hidden"> chosen</span>
          </small>
        )}
      </summary>
      {of ? (
        <Values {...{ name, of, facets, onChange }} />
      ) : onRetry ? (
        <button type="button" className="button plain small" onClick={onRetry}>
          Try again
        </button>
      ) : (
        <p className="soft">{choices ? 'These products do not differ in it.' : 'Loading…'}</p>
      )}
    </details>
  );
}

/** The filters that most shoppers want. */
const first: readonly FacetName[] = ['category', 'price', 'concern'];

/**
 * The filters by which the products differ: first those that most shoppers want. In a small collection one line holds
 * the others.
 * @property names of the filters @property total products of the collection @property children what stands between the two
 */
export function FacetFilters({
  names,
  total,
  children,
  ...props
}: Props & { names: readonly FacetName[]; total: number; children: ReactNode }) {
  const listOf = (some: readonly FacetName[], opened: boolean) =>
    some.length > 0 && (
      <div className="collection-facets">
        {some.map((name) => (
          <Facet key={name} name={name} {...props} opened={opened} />
        ))}
      </div>
    );
  const others = names.filter((name) => !first.includes(name));
  return (
    <>
      {listOf(
        first.filter((name) => names.includes(name)),
        props.opened,
      )}
      {children}
      {isMany(total) || !others.length ? (
        listOf(others, false)
      ) : (
        <details className="collection-facet">
          <summary>More filters</summary>
          {listOf(others, false)}
        </details>
      )}
    </>
  );
}

/** The filter for what is in stock, while something is sold out. Last of all, so that nothing moves when it comes. */
export function InStock({ facets, choices, onChange }: Pick<Props, 'facets' | 'choices' | 'onChange'>) {
  const of = choices?.in;
  return of ? <Values {...{ name: 'in', of, facets, onChange }} /> : null;
}
