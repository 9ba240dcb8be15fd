/**
 * The search of the catalogue in the browser, with the two files of the build that it reads. Nothing loads it before
 * somebody is about to search.
 */
import { type Engine, findPages } from 'search/engine';
import type { FilePage, SearchFile } from 'search/search-file';
import { type Card, thumbnailOf } from '#domain/catalogue/card.ts';
import { priced } from '#domain/pricing/sale-prices.ts';
import { type EngineResult, openEngine, searchEngine } from '#domain/search/engine.ts';
import { type IndexFile, productsFromIndex } from '#domain/search/index-file.ts';
import type { PageKind } from '#domain/search/make-index.ts';
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
import { collectionFile, searchFile, servicesFile } from '#lib/more-paths.ts';
import { fetchJson } from './fetch-json.api.ts';
import { loadSalePrices } from './sale-prices.api.ts';

/** @property pages articles and answers about the text @property service the page that was looked for instead of a product */
export type CatalogueResult = EngineResult<Card> & {
  pages: FilePage<PageKind>[];
  service: ServicePage | null;
};

export type CatalogueSearch = {
  engine: Engine<Card, PageKind>;
  file: SearchFile<PageKind>;
  services: readonly Service[];
  find: (search: Search) => CatalogueResult;
};

/** Number of articles and answers below the products. */
const pageCount = 2;

async function load(): Promise<CatalogueSearch> {
  const [file, index, services, prices] = await Promise.all([
    fetchJson<SearchFile<PageKind> & { version: string }>(searchFile),
    fetchJson<IndexFile & { version: string }>(collectionFile),
    // Products are found without them.
    fetchJson<FileService[]>(servicesFile).then(openServices, () => []),
    loadSalePrices(),
  ]);
  // Meanings refer to the positions of products, which differ between builds.
  if (file.version !== index.version) throw new Error('The files of the search are of two builds.');
  const cards = productsFromIndex(index).map((product) => ({ ...product, picture: thumbnailOf(product.id) }));
  const engine = openEngine(file, priced(cards, prices));
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
