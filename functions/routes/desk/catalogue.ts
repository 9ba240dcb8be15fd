/** /api/desk/catalogue: what the present build says of the catalogue. */
import { Hono } from 'hono';
import * as z from 'zod';
import { readOpenChanges } from '#db/product-files.ts';
import { type GapsOfBuild, gapsFile } from '#domain/catalogue/gaps.ts';
import { type ProductsOfBuild, productsFile } from '#domain/catalogue/product-list.ts';
import { withSaleChanges } from '#domain/catalogue/write-changes.ts';
import { type ImportFacts, importFactsFile } from '#domain/import/import-facts.ts';
import { recordList } from '#domain/import/record-forms.ts';
import { proofFields } from '../../accounts/prove-operator.ts';
import { importRecords } from '../../desk/import-records.ts';
import { readChangedFiles } from '../../desk/products.ts';
import { bodyLimit } from '../../http/body.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';
import { readJson } from '../../lib/build-files.ts';
import type { DeskCall } from '../../lib/call.ts';
import { logError } from '../../lib/log.ts';
import { refusal } from '../../lib/refusal.ts';

const noList = refusal(503, 'unavailable', 'The list is not available at the moment. Please try again.', 5);

/** An action that reads a file of the build. */
const listOf =
  <T>(file: string) =>
  ({ assets, requestId }: DeskCall) =>
    readJson<T>(assets, file).catch((error: unknown) => {
      logError(error, { requestId });
      throw noList();
    });

/** The products of the build, with what the desk has changed since. */
async function listProductsOfBuild(call: DeskCall): Promise<ProductsOfBuild> {
  const [{ items, categories }, changed] = await Promise.all([
    listOf<ProductsOfBuild>(productsFile)(call),
    readChangedFiles(call),
  ]);
  const now = new Map(
    changed.flatMap(({ status, items }) =>
      items.map(({ id, price, originalPrice }) => [id, { status, price, originalPrice }]),
    ),
  );
  return { items: items.map((item) => ({ ...item, ...now.get(item.id) })), categories };
}

/** What an import has to know. Its sales are those of the build, with what the desk has changed since. */
async function readImportFacts(call: DeskCall): Promise<ImportFacts> {
  const [facts, changes] = await Promise.all([
    listOf<ImportFacts>(importFactsFile)(call),
    readOpenChanges(call.db),
  ]);
  return { ...facts, sales: withSaleChanges(facts.sales, changes) };
}

/** With `dry` nothing is written, and no password is asked for. */
const recordsBody = z.intersection(
  recordList,
  z.object({ dry: z.boolean(), password: proofFields.password.optional() }),
);

export const catalogue = new Hono<DeskEnv>()
  .get('/', desk('Lists what the catalogue lacks.', {}, listOf<GapsOfBuild>(gapsFile)))
  .get(
    '/import',
    desk('Says what an import of a catalogue has to know of the shop.', {}, readImportFacts, (facts) => ({
      facts,
    })),
  )
  .post(
    '/records',
    desk(
      'Brings over past orders, reviews, codes or subscribers of an earlier shop, or says what would become of them.',
      { body: recordsBody, limit: bodyLimit.order },
      importRecords,
    ),
  )
  .get(
    '/products',
    desk(
      'Lists all products of the content with price, status and category, drafts too.',
      {},
      listProductsOfBuild,
    ),
  );
