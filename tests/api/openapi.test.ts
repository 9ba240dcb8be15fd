/** The document of the API (tools/openapi) is served, lists every route, and says what the Worker really answers. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, test } from 'vitest';
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

type Content = { content?: Record<string, { schema: object }> };
type Operation = { requestBody?: Content; responses: Record<string, Content & { $ref?: string }> };
type Document = { openapi: string; paths: Record<string, Record<string, Operation>>; components: object };

let users: RouteUsers;
let document: Document;
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

beforeAll(async () => {
  users = await useEverything(shop);
  document = (await shop.client().get<Document>('/api/openapi.json')).body;
  ajv.addSchema({ $id: 'api', ...document });
}, 120_000);

/** A path as Hono writes it. */
const withColons = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');
const operations = () =>
  new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${withColons(path)}`,
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
    const at = responseAt(described, status);
    if (!at) wrong.push(`${name}: ${status} ${body.code}`);
    if (!at || !headers.get('content-type')?.startsWith('application/json')) continue;
    const errors = errorsOf(at, body);
    if (errors) wrong.push(`${name} ${status} ${body.code}: ${errors}`);
    const { json } = prepareRequest(name, one.request, users.data);
    if (status !== 200 || !json || !described.operation.requestBody) continue;
    const refused = errorsOf(`${described.at}/requestBody`, json);
    if (refused) wrong.push(`${name}, its request: ${refused}`);
  }
  expect(wrong).toEqual([]);
}, 180_000);

test('it names every refusal of bad input', () => {
  const described = operations();
  const wrong = badInput.flatMap(({ name, status, code }) => {
    const operation = described.get(name);
    const at = operation && responseAt(operation, status);
    const errors = at ? errorsOf(at, { success: false, code, message: '' }) : 'no such status';
    return errors ? [`${name}: ${status} ${code}: ${errors}`] : [];
  });
  expect([...new Set(wrong)]).toEqual([]);
});
