import type { FilterNames } from '#domain/search/search.ts';
import type { Search } from '#domain/search/search-query.ts';
import { setSearch } from '#features/search/search.store.ts';
import { LoadingResults, ResultsFailed, SearchResults } from './CollectionResults.tsx';
import type { Found } from './useFound.ts';

/** @property total products of the collection */
type FoundProps = { found: Found; search: Search; names: FilterNames; total: number };

/** What was found, or that it loads, or that it could not be loaded. */
export function FoundProducts({ found, search, names, total }: FoundProps) {
  const { filter, skin, remote } = found;
  const retry = () => {
    if (filter.failed) filter.reload();
    if (skin.failed) skin.reload();
  };
  if (filter.failed || skin.failed) return <ResultsFailed busy={filter.busy || skin.busy} onRetry={retry} />;
  if (found.loading) return <LoadingResults />;
  if (!remote)
    return (
      <SearchResults
        results={found.results}
        hidden={found.hidden}
        {...{ search, names }}
        loadSuggestions={found.suggestions}
        onSearch={setSearch}
      />
    );
  if (remote.load.state === 'failed') return <ResultsFailed busy={remote.busy} onRetry={remote.reload} />;
  if (remote.load.state === 'loading') return <LoadingResults />;
  const RemoteResults = remote.load.data;
  return (
    <RemoteResults
      {...{ search, names, total }}
      arrange={skin.arrange}
      onSearch={setSearch}
      onCount={remote.count}
    />
  );
}
