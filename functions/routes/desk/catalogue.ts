/** /api/desk/catalogue: what the present build says of the catalogue. */
import { type Context, Hono } from 'hono';
import { type GapsOfBuild, gapsFile } from '#domain/catalogue/gaps.ts';
import { type ProductsOfBuild, productsFile } from '#domain/catalogue/product-list.ts';
import { type ImportFacts, importFactsFile } from '#domain/import/import-facts.ts';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { success } from '../../http/success.ts';
import { readJson } from '../../lib/build-files.ts';
import { logError } from '../../lib/log.ts';
import { refusal } from '../../lib/refusal.ts';

const noList = refusal(503, 'unavailable', 'The list is not available at the moment. Please try again.', 5);

/** @throws a refusal where the file cannot be read */
const readList = <T>(c: Context<DeskEnv>, file: string): Promise<T> =>
  readJson<T>(c.env.ASSETS, file).catch((error: unknown) => {
    logError(error, { requestId: c.get('requestId') });
    throw noList();
  });

export const catalogue = new Hono<DeskEnv>()
  .get('/', describeRoute('Lists what the catalogue lacks.'), async (c) =>
    success(c, await readList<GapsOfBuild>(c, gapsFile)),
  )
  .get('/import', describeRoute('Says what an import of a catalogue has to know of the shop.'), async (c) =>
    success(c, { facts: await readList<ImportFacts>(c, importFactsFile) }),
  )
  .get(
    '/products',
    describeRoute('Lists all products of the content with price, status and category, drafts too.'),
    async (c) => success(c, await readList<ProductsOfBuild>(c, productsFile)),
  );
