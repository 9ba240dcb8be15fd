/** The document of the API (tools/openapi) is served, lists every route, and says what the Worker really answers. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, test } from 'vitest';
import { badInput } from '../support/bad-input/index.ts';
import { type UsedShop, useEverything } from '../support/every-route.ts';
import { requests } from '../support/requests/index.ts';
import { apiRoutes, deskPath } from '../support/routes.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({
  proxy: true,
  simulators: true,
  flood: 10_000,
  writes: 10_000,
  vars: { ORDERS_PER_HOUR: '1000', LOGIN_FREE_TRIES: '1000' },
});

type Content = { content?: Record<string, { schema: object }> };
type Operation = { requestBody?: Content; responses: Record<string, Content & { $ref?: string }> };
type Document = { openapi: string; paths: Record<string, Record<string, Operation>>; components: object };

let used: UsedShop;
let document: Document;
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

beforeAll(async () => {
  used = await useEverything(shop);
  document = (await shop.client().get<Document>('/api/openapi.json')).body;
  ajv.addSchema({ $id: 'api', ...document });
}, 120_000);

/** A path with `x` for its parameters, as routes.ts names it. */
const short = (path: string) => path.replaceAll(/\{\w+\}/g, 'x');
const operations = () =>
  new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${short(path)}`,
        { operation, at: `api#/paths/${path.replaceAll('/', '~1')}/${method}` },
      ]),
    ),
  );

/** Pointer to a response of an operation, or undefined where it has no such status. */
function responseAt({ operation, at }: { operation: Operation; at: string }, status: number) {
  const response = operation.responses[status];
  if (!response) return undefined;
  return response.$ref ? `api${response.$ref}` : `${at}/responses/${status}`;
}

/** What is wrong with a JSON value. @param at pointer to an object with `content` */
function errorsOf(at: string, value: unknown): string {
  const pointer = `${at}/content/application~1json/schema`.replaceAll('{', '%7B').replaceAll('}', '%7D');
  const validate = ajv.getSchema(pointer);
  if (!validate) return `no schema at ${pointer}`;
  return validate(value) ? '' : ajv.errorsText(validate.errors);
}

test('it is a file that may be kept, and no other method is allowed', async () => {
  const { status, headers } = await shop.client().get('/api/openapi.json');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  expect(headers.get('etag')).toBeTruthy();
  expect((await shop.client().post('/api/openapi.json', {})).status).toBe(405);
});

test('it lists every route of the API, and no other', () => {
  const routes = apiRoutes.map(({ method, path }) => `${method} ${path}`);
  expect([...operations().keys()].sort()).toEqual(routes.sort());
});

test('every route answers, and takes, what it says', async () => {
  const { shopper, operator, things } = used;
  const wrong: string[] = [];
  const known = operations();
  for (const [route, make] of Object.entries(requests)) {
    const [method = '', path = ''] = route.split(' ');
    const described = known.get(route);
    if (!described) throw new Error(`${route} is not in the document`);
    const client = deskPath.test(path) ? operator : shopper;
    for (const asked of make(things)) {
      const { status, headers, body } = await client.send(method, asked.path ?? path, {
        json: asked.json,
        headers: asked.headers ?? {},
      });
      const at = responseAt(described, status);
      if (!at) wrong.push(`${route}: ${status} ${body.code}`);
      if (!at || !headers.get('content-type')?.startsWith('application/json')) continue;
      const errors = errorsOf(at, body);
      if (errors) wrong.push(`${route} ${status} ${body.code}: ${errors}`);
      if (status !== 200 || !asked.json || !described.operation.requestBody) continue;
      const refused = errorsOf(`${described.at}/requestBody`, asked.json);
      if (refused) wrong.push(`${route}, its request: ${refused}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('it names every refusal of bad input', () => {
  const described = operations();
  const wrong = badInput.flatMap(({ to, status, code }) => {
    const [method = '', path = ''] = to.split(' ');
    const route = [...described.keys()].find((name) => {
      const pattern = name.replaceAll('.', '\\.').replaceAll('/x', '/[^/]+');
      return new RegExp(`^${pattern}$`).test(`${method} ${path.replace(/\?.*/, '')}`);
    });
    // Another method is no use of the route.
    if (!route || status < 400 || status === 405) return [];
    const operation = described.get(route);
    const at = operation && responseAt(operation, status);
    const errors = at ? errorsOf(at, { success: false, code, message: '' }) : 'no such status';
    return errors ? [`${route}: ${status} ${code}: ${errors}`] : [];
  });
  expect([...new Set(wrong)]).toEqual([]);
});
