/**
 * The search of the catalogue in the browser, with the two files of the build that it reads. Nothing loads it before
 * somebody is about to search.
 */
import { type Card, thumbnailOf } from '#domain/catalogue/card.ts';
import { priced } from '#domain/pricing/sale-prices.ts';
import {
  type Engine,
  type EngineResult,
  findPages,
  openEngine,
  searchEngine,
} from '#domain/search/engine.ts';
import { type IndexFile, productsFromIndex } from '#domain/search/index-file.ts';
import type { FilePage, SearchFile } from '#domain/search/search-file.ts';
import type { Search } from '#domain/search/search-query.ts';
import {
  type FileService,
  findService,
  openServices,
  type Service,
  type ServicePage,
} from '#domain/search/services.ts';
import { loadOnce } from '#lib/load-once.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import { paths, servicesFile } from '#lib/paths.ts';
import { fetchJson } from './fetch-json.api.ts';
import { loadSalePrices } from './sale-prices.api.ts';

/** @property pages articles and answers about the text @property service the page that was looked for instead of a product */
export type CatalogueResult = EngineResult<Card> & { pages: FilePage[]; service: ServicePage | null };

export type CatalogueSearch = {
  engine: Engine<Card>;
  file: SearchFile;
  services: readonly Service[];
  find: (search: Search) => CatalogueResult;
};

/** Number of articles and answers below the products. */
const pageCount = 2;

async function load(): Promise<CatalogueSearch> {
  const [file, index, services, prices] = await Promise.all([
    fetchJson<SearchFile & { version: string }>(paths.searchIndex),
    fetchJson<IndexFile & { version: string }>(paths.collectionIndex),
    // Products are found without them.
    fetchJson<FileService[]>(servicesFile).then(openServices, () => []),
    loadSalePrices(),
  ]);
  // Meanings refer to the positions of products, which differ between builds.
  if (file.version !== index.version) throw new Error('The files of the search are of two builds.');
  const cards = productsFromIndex(index).map((product) => ({ ...product, picture: thumbnailOf(product.id) }));
  const engine = openEngine<Card>(file, priced(cards, prices));
  const find = (search: Search) => {
    const service = findService(services, engine.vocabulary, search.q);
    return {
      ...searchEngine(engine, search, service !== null),
      pages: findPages(engine, search.q, pageCount),
      service,
    };
  };
  return { engine, file, services, find };
}

export const loadSearch = loadOnce(() => loadPart(load));
