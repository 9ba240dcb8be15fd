/** The documents of the API (tools/openapi) are served, list every route, and say what the Worker really answers. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiDocument, documentFiles } from '../support/api-document.ts';
import { roomyShop, useEverything } from '../support/every-route.ts';
import {
  allRequests,
  apiRoutes,
  badInput,
  prepareRequest,
  type RouteUsers,
  sendRequest,
} from '../support/routes/index.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop(roomyShop);

let users: RouteUsers;
let documents: [id: string, document: ApiDocument][];
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

beforeAll(async () => {
  users = await useEverything(shop);
  documents = await Promise.all(
    documentFiles.map(
      async (file, n): Promise<[string, ApiDocument]> => [
        `api${n}`,
        (await shop.client().get<ApiDocument>(`/api/${file}`)).body,
      ],
    ),
  );
  for (const [$id, document] of documents) ajv.addSchema({ $id, ...document });
}, 120_000);

/** A path as Hono writes it. */
const withColons = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');
const operations = () =>
  new Map(
    documents.flatMap(([id, document]) =>
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [
          `${method.toUpperCase()} ${withColons(path)}`,
          { id, document, operation, at: `${id}#/paths/${path.replaceAll('/', '~1')}/${method}` },
        ]),
      ),
    ),
  );
type Described = NonNullable<ReturnType<ReturnType<typeof operations>['get']>>;

/** Pointer to a response of an operation, and its text; undefined where it has no such status. */
function responseAt({ id, document, operation, at }: Described, status: number) {
  const listed = operation.responses[status];
  const response = listed ?? (status >= 400 ? operation.responses.default : undefined);
  if (!response) return undefined;
  const name = response.$ref?.split('/').at(-1);
  const { description = '' } = name ? { ...document.components.responses[name], ...response } : response;
  return {
    at: name ? `${id}#/components/responses/${name}` : `${at}/responses/${status}`,
    // The response of all other failures has those of several statuses.
    text: listed ? description : (description.split('; ').find((one) => one.startsWith(`${status} `)) ?? ''),
  };
}

/** What is wrong with a JSON value. @param at pointer to an object with `content` */
function errorsOf(at: string, value: unknown): string {
  const pointer = `${at}/content/application~1json/schema`.replaceAll('{', '%7B').replaceAll('}', '%7D');
  const validate = ajv.getSchema(pointer);
  if (!validate) return `no schema at ${pointer}`;
  return validate(value) ? '' : ajv.errorsText(validate.errors);
}

/** What is wrong with the answer of a route. */
function errorsOfAnswer(described: Described, status: number, body: { code?: string }): string {
  const response = responseAt(described, status);
  if (!response) return 'no such status';
  const { at, text } = response;
  if (status >= 400 && !text.split(/\W+/).includes(body.code ?? ''))
    return `"${text}" does not name the code`;
  return errorsOf(at, body);
}

describe.each(documentFiles)('%s', (file) => {
  test('is a file that may be kept, and no other method is allowed', async () => {
    const { status, headers } = await shop.client().get(`/api/${file}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(headers.get('etag')).toBeTruthy();
    expect((await shop.client().post(`/api/${file}`, {})).status).toBe(405);
  });
});

test('they list every route of the API, and no other', () => {
  expect([...operations().keys()].sort()).toEqual(apiRoutes.map(({ name }) => name).sort());
});

/** A customer's data are for the customer, in the units of their exports. */
const isOfDesk = (name: string) => name.includes(' /api/desk/') && !name.endsWith('/export');

const amounts =
  /^(amount|total|subtotal|discount|delivery|price|collect|received|credited|transferred|postage|minSubtotal)$/;

/** What of an answer is not in the units of the database: paise, UTC ms and `id` (docs/desk.md, "Lists and changes"). */
const foreignUnits = (value: unknown, at = ''): string[] => {
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? [`${at} is ${value}`] : [];
  if (typeof value === 'number')
    return amounts.test(at.split('.').at(-1) ?? '') && !Number.isInteger(value) ? [`${at} is ${value}`] : [];
  return Object.entries((value as object | null) ?? {}).flatMap(([name, part]) => [
    ...(name === '_id' ? [`${at} has ${name}`] : []),
    ...foreignUnits(part, `${at}.${name}`),
  ]);
};

test('every route answers, and takes, what it says; those of the desk in the units of the database', async () => {
  const wrong: string[] = [];
  const known = operations();
  for (const one of allRequests) {
    const { name } = one;
    const described = known.get(name);
    if (!described) throw new Error(`${name} is not in the document`);
    const { status, headers, body } = await sendRequest(users, one);
    if (isOfDesk(name)) wrong.push(...foreignUnits(body).map((what) => `${name}: ${what}`));
    if (!responseAt(described, status)) wrong.push(`${name}: ${status} ${body.code}`);
    else if (headers.get('content-type')?.startsWith('application/json')) {
      const errors = errorsOfAnswer(described, status, body);
      if (errors) wrong.push(`${name} ${status} ${body.code}: ${errors}`);
    }
    const { json } = prepareRequest(name, one.request, users.data);
    if (status !== 200 || !json || !described.operation.requestBody) continue;
    const refused = errorsOf(`${described.at}/requestBody`, json);
    if (refused) wrong.push(`${name}, its request: ${refused}`);
  }
  expect(wrong).toEqual([]);
}, 180_000);

test('they name every refusal of bad input', () => {
  const described = operations();
  const wrong = badInput.flatMap(({ name, status, code }) => {
    const operation = described.get(name);
    const errors = operation
      ? errorsOfAnswer(operation, status, { success: false, code, message: '' } as object)
      : 'no such route';
    return errors ? [`${name}: ${status} ${code}: ${errors}`] : [];
  });
  expect([...new Set(wrong)]).toEqual([]);
});

test('a method that a path does not have is refused as it says, also as problem details', async () => {
  const [[id, document]] = documents as [[string, ApiDocument]];
  const path = '/api/product/list';
  expect(document.paths[path]?.get?.responses[405]).toEqual({
    $ref: '#/components/responses/MethodNotAllowed',
  });
  const response = await fetch(new URL(path, shop.stack.url), {
    method: 'DELETE',
    headers: { accept: 'application/problem+json' },
  });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
  const problem = ajv.getSchema(`${id}#/components/schemas/Problem`);
  expect(problem?.(await response.json()), ajv.errorsText(problem?.errors)).toBe(true);
});

test('who has an answer with an ETag gets 304, where the document says it', async () => {
  const client = shop.client();
  const path = '/api/product/best-rated';
  expect(operations().get(`GET ${path}`)?.operation.responses[304]).toBeDefined();
  const etag = (await client.get(path)).headers.get('etag') ?? '';
  expect((await client.get(path, { 'if-none-match': etag })).status).toBe(304);
});
