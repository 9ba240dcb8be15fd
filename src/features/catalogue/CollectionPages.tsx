import { pagePath } from '#lib/more-paths.ts';

/** @property path of the first page */
type Props = { page: number; pages: number; path: string };

/** Links to the other pages, if there are any. */
export function CollectionPages({ page, pages, path }: Props) {
  if (pages < 2) return null;
  const hrefOf = (n: number) => pagePath(path, n);
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
