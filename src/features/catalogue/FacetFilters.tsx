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
  onChange: (facets: Facets) => void;
};

type OneProps = Pick<Props, 'facets' | 'onChange'> & { name: FacetName; of: readonly FacetChoice[] };

/** The values of one filter, with the number of results of each. */
const Values = ({ name, of, facets, onChange }: OneProps) => (
  <fieldset>
    <legend className="visually-hidden">{titles[name]}</legend>
    {of.map(({ value, label, count }) => (
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
        <small>
          {count}
          <span className="visually-hidden"> {count === 1 ? 'product' : 'products'}</span>
        </small>
      </label>
    ))}
  </fieldset>
);

function Facet({ name, facets, choices, onRetry, onChange }: Props & { name: FacetName }) {
  const chosen = facets?.[name]?.length ?? 0;
  const of = choices?.[name];
  return (
    <details className="collection-facet">
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

/**
 * The filters by which the products differ, each closed until somebody wants it. In a small collection one line holds
 * all of them.
 * @property names of the filters @property total products of the collection
 */
export function FacetFilters({
  names,
  total,
  ...props
}: Props & { names: readonly FacetName[]; total: number }) {
  if (!names.length) return null;
  const all = names.map((name) => <Facet key={name} name={name} {...props} />);
  if (isMany(total)) return <div className="collection-facets">{all}</div>;
  return (
    <details className="collection-facet">
      <summary>More filters</summary>
      <div className="collection-facets">{all}</div>
    </details>
  );
}

/** The filter for what is in stock, while something is sold out. Last of all, so that nothing moves when it comes. */
export function InStock({ facets, choices, onChange }: Props) {
  const of = choices?.in;
  return of ? <Values {...{ name: 'in', of, facets, onChange }} /> : null;
}
