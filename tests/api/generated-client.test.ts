/** A client that is generated from the documents of the API (tools/openapi): its size, its types, and the way to a paid order. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import createClient from 'openapi-fetch';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { beforeAll, expect } from 'vitest';
import { root } from '#tools/lib/content.ts';
import { addressOf } from '../support/orders.ts';
import { payAtProvider } from '../support/payments.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ simulators: true });

/** Most lines of a client, so that people can read it. The desk has more routes than the shop. */
const mostLines = { 'openapi.json': 5_000, 'desk/openapi.json': 8_000 };

const folder = join(root, '.cache', 'api-client');
const fileOf = (document: string) => join(folder, `${document.replace('.json', '').replace('/', '-')}.ts`);
const walkFile = join(root, 'tests', 'api', 'client', 'walk.ts');

const lines = new Map<string, number>();
beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  for (const document of Object.keys(mostLines)) {
    const text = astToString(await openapiTS(pathToFileURL(join(root, 'public', 'api', document))));
    writeFileSync(fileOf(document), text);
    lines.set(document, text.trimEnd().split('\n').length);
  }
});

test.for(Object.entries(mostLines))('the client of %s has at most %i lines', ([document, most]) => {
  expect(lines.get(document)).toBeLessThanOrEqual(most);
});

test('the clients have no wrong types, nor has a program that uses one', () => {
  const program = ts.createProgram([walkFile, ...Object.keys(mostLines).map(fileOf)], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'],
    types: [],
  });
  const mistakes = ts.getPreEmitDiagnostics(program);
  expect(ts.formatDiagnostics(mistakes, ts.createCompilerHost({}))).toBe('');
}, 120_000);

test('it finds a product and orders it, in cash and paid by card', async ({ shopper }) => {
  // Imported here: its types are there only now.
  const { walk } = await import(pathToFileURL(walkFile).href);
  const api = createClient({
    baseUrl: shop.stack.url,
    headers: { token: shopper.token, 'cf-connecting-ip': shopper.address },
    querySerializer: { array: { style: 'form', explode: false } },
  });
  const pay = async (orderId: string) => {
    await payAtProvider(shop, 'stripe', orderId);
  };
  const walked = await walk(api, addressOf(shopper), pay);
  expect(walked).toMatchObject({
    product: { brand: 'Harita' },
    refusal: 'amount_changed',
    inCash: { paymentMethod: 'cod', payment: false, items: [{ _id: walked.product._id, quantity: 1 }] },
    byCard: { paymentMethod: 'stripe', payment: true, status: 'Order Placed' },
  });
  expect(walked.total).toBeGreaterThan(0);
});
