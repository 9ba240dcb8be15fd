import type { MouseEvent } from 'react';
import type { Search } from '#domain/search/search-query.ts';
import '#ui/pills.css';
import { type Way, type Ways, wayHref } from '#domain/catalogue/ways.ts';

type Props = { ways: Ways; search: Search; onChange: (change: Partial<Search>) => void };

/** The parts of the collection, as links above it. A second tap on one shows everything again. */
export function CollectionWays({ ways, search, onChange }: Props) {
  const lists: [name: string, Way[]][] = [
    ['Categories', ways.categories],
    ['Concerns', ways.concerns],
  ];
  const go = (event: MouseEvent, { only, q }: Way, isCurrent: boolean) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (q) onChange({ q: isCurrent ? '' : q });
    else onChange({ only: isCurrent ? undefined : only });
  };
  return (
    <nav className="collection-ways stack gap-2" aria-label="Parts of the collection" data-intent="">
      {lists.map(([name, list]) => (
        <ul key={name} className="pills" aria-label={name}>
          {list.map((way) => {
            const { label, only, q } = way;
            const isCurrent = q ? search.q.trim() === q : search.only === only;
            return (
              <li key={label}>
                <a
                  href={wayHref(way)}
                  aria-current={isCurrent || undefined}
                  onClick={(event) => go(event, way, isCurrent)}
                >
                  {label}
                </a>
              </li>
            );
          })}
        </ul>
      ))}
    </nav>
  );
}
