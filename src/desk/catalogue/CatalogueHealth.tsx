import { bySeverity, type Severity, type SharedGap, severities } from '#domain/catalogue/gaps.ts';
import { hashOf, type Route } from '#domain/desk/route.ts';
import { api, send } from '#lib/api.ts';
import { productPath } from '#lib/paths.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { useLoad } from '#ui/useLoad.ts';
import { LoadState } from '../ui/LoadState.tsx';
import './catalogue.css';

/** What each severity means for the operator. */
const meanings: Record<Severity, string> = {
  build: 'Nothing is published before it is corrected.',
  sale: 'An order or an invoice of the product would be wrong.',
  sample:
    'Texts and pictures that the shop came with. They are not true of this shop until somebody has replaced them.',
  incomplete: 'The product is sold. Shoppers, search engines or the law miss something.',
};

const ImportCatalogue = lazyComponent(() => import('./ImportCatalogue.tsx'));

/** What the catalogue lacks, or the import of another one (`#catalogue/import`). */
export default function Catalogue({ route: { id } }: { route: Route }) {
  return id === 'import' ? <ImportCatalogue /> : <CatalogueHealth />;
}

/** All mistakes and gaps of the catalogue, as the pages that are shown were built. */
function CatalogueHealth() {
  const load = useLoad('catalogue', () => send(api.desk.catalogue.$get()));
  return (
    <>
      <h1>Catalogue health</h1>
      <p className="soft desk-text">
        As of the pages that shoppers see. Open a product to change its prices, its stock, and by “Pictures
        and texts” the rest; after the next publication it is no longer listed here.{' '}
        <a href={hashOf({ screen: 'catalogue', id: 'import' })}>Import a catalogue</a> of another shop, or a
        spreadsheet.
      </p>
      <LoadState of={load}>
        {({ gaps, withoutPage }) =>
          gaps.length ? (
            <div className="desk-gaps stack gap-8">
              {bySeverity(gaps).map(([severity, own]) => (
                <Group key={severity} severity={severity} gaps={own} withoutPage={withoutPage} />
              ))}
            </div>
          ) : (
            <p className="desk-state stack gap-3 soft">The catalogue is complete.</p>
          )
        }
      </LoadState>
    </>
  );
}

type GroupProps = { severity: Severity; gaps: readonly SharedGap[]; withoutPage: readonly string[] };

function Group({ severity, gaps, withoutPage }: GroupProps) {
  if (!gaps.length) return null;
  return (
    <section className="stack gap-3" aria-labelledby={`gaps-${severity}`}>
      <h2 id={`gaps-${severity}`}>
        {severities[severity]} <span className="soft">({gaps.length})</span>
      </h2>
      <p className="soft desk-text">{meanings[severity]}</p>
      <ul>
        {gaps.map(({ field, reason, remedy, files }) => (
          <li key={`${field} ${reason} ${files[0]}`}>
            <details>
              <summary>
                <span className="desk-gap-reason">{reason}</span>
                <span className="desk-gap-count">
                  {files.length === 1 ? '1 file' : `${files.length} files`}
                </span>
                <span className="soft small desk-gap-remedy">
                  {field && <code>{field}</code>} {remedy}
                </span>
              </summary>
              <ul className="desk-gap-files small">
                {files.map((file) => (
                  <li key={file}>
                    <File name={file} withoutPage={withoutPage} />
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A file; that of a product as its id, which leads to the product, with a link to its page where it has one. */
function File({ name, withoutPage }: { name: string; withoutPage: readonly string[] }) {
  const [, id] = /^content\/products\/([^/]+)\//.exec(name) ?? [];
  if (!id) return <code>{name}</code>;
  return (
    <>
      <a href={hashOf({ screen: 'products', id })}>{id}</a>
      {!withoutPage.includes(id) && (
        <>
          {' '}
          <a className="soft" href={productPath(id)}>
            See its page
          </a>
        </>
      )}
    </>
  );
}
