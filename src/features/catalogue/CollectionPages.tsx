import { collectionPage } from '#lib/more-paths.ts';

/** @property hrefOf the address of a page; of the collection's when left out */
type Props = { page: number; pages: number; hrefOf?: (page: number) => string };

/** Links to the other pages, if there are any. */
export function CollectionPages({ page, pages, hrefOf = collectionPage }: Props) {
  if (pages < 2) return null;
  return (
    <nav className="collection-pages" aria-label="Pages of the collection">
      {page > 1 && (
        <a className="button quiet small" rel="prev" href={hrefOf(page - 1)}>
          Previous
        </a>
      )}
      <ul className="collection-numbers">
        {Array.from({ length: pages }, (_, n) => n + 1).map((n) => (
          <li key={n}>
            <a href={hrefOf(n)} aria-current={n === page ? 'page' : undefined} aria-label={`Page ${n}`}>
              {n}
            </a>
          </li>
        ))}
      </ul>
      {page < pages && (
        <a className="button quiet small" rel="next" href={hrefOf(page + 1)}>
          Next
        </a>
      )}
    </nav>
  );
}
