/**
 * The OpenAPI documents of the API, from what the routes are made of: their list, the zod schemas that validate requests, the
 * notes of their handlers (functions/http/notes.ts) and the types of their answers. There are two: what clients of shoppers
 * call, and the rest.
 *
 * hono-openapi was considered: it puts its converters into the Worker, and where two parts of a route name refusals of one
 * status it keeps only the last.
 */
import { notesOf, type RouteNotes } from '#functions/http/notes.ts';
import { app } from '#functions/index.ts';
import { type Answer, type JsonSchema, oneOf, type ReadTypes, schemaRef } from '#tools/openapi/answers.ts';
import { nameShapes } from '#tools/openapi/components.ts';
import { codesByStatus, failureSchemas, failures } from '#tools/openapi/failures.ts';
import { parameters, schemaOf } from '#tools/openapi/parameters.ts';

/** A route with the notes of all its handlers, middleware first. @property codes with which it refuses, by status */
type Route = { method: string; path: string; notes: RouteNotes[]; codes: Map<string, string[]> };

function readRoutes(): Route[] {
  const found = new Map<string, Route>();
  for (const { method, path } of app.routes) {
    if (method === 'ALL' || !path.startsWith('/api/')) continue;
    const handlers = app.routes.filter((one) =>
      one.method === 'ALL'
        ? one.path.endsWith('/*') && `${path}/`.startsWith(one.path.slice(0, -1))
        : one.method === method && one.path === path,
    );
    const notes = handlers.map(({ handler }) => notesOf(handler));
    const codes = codesByStatus(notes.flatMap(({ refuses = [] }) => refuses.map(({ id }) => id)));
    found.set(`${method} ${path}`, { method, path, notes, codes });
  }
  return [...found.values()];
}

const refusesWith = ({ codes }: Route, status: string, code: string): boolean =>
  codes.get(status)?.includes(code) ?? false;

/** Statuses of answers that are no refusals. */
const descriptions: Record<number, string> = {
  200: 'Success',
  204: 'Success, without a body',
  302: 'Redirect',
  304: 'Not modified',
};

/** What an answer has besides that it succeeded, and its message. */
function answerSchema(schema: JsonSchema): JsonSchema {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const { success, message, ...others } = properties;
  if (!success || !required.includes('success')) return schema;
  const isDone = message?.type === 'string' && required.includes('message');
  const rest = { ...(message && !isDone && { message }), ...others };
  const base = schemaRef(isDone ? 'Done' : 'Success');
  if (!Object.keys(rest).length) return base;
  const needed = required.filter((name) => name in rest);
  return { allOf: [base, { type: 'object', properties: rest, ...(needed.length && { required: needed }) }] };
}

/** The same for each kind of an answer. */
const answerSchemas = (schemas: readonly JsonSchema[]): JsonSchema => {
  const all = schemas.flatMap((one) => ('anyOf' in one ? (one.anyOf as JsonSchema[]) : [one]));
  return oneOf(all.map(answerSchema));
};

/** Answers that many routes have alike. */
const shared = {
  Done: { description: 'Success', content: { 'application/json': { schema: schemaRef('Done') } } },
  NotModified: {
    description: 'Not modified: the answer is the one whose ETag the request names in `If-None-Match`',
    headers: { ETag: { schema: { type: 'string' } } },
  },
};
const sharedRef = (name: keyof typeof shared): JsonSchema => ({ $ref: `#/components/responses/${name}` });

function successes({ method, notes }: Route, answers: readonly Answer[]): JsonSchema {
  // A failure that a route writes itself is described by its code.
  const succeeded = answers.filter(({ status }) => status in descriptions);
  const revalidates = method === 'GET' && notes.some((one) => one.revalidates);
  const statuses = new Set([...succeeded.map(({ status }) => status), ...(revalidates ? [304] : [])]);
  return Object.fromEntries(
    [...statuses].map((status) => {
      if (status === 304) return [status, sharedRef('NotModified')];
      const schemas = succeeded.flatMap((one) => (one.status === status && one.schema ? [one.schema] : []));
      const response: JsonSchema = { description: descriptions[status] };
      if (!schemas.length) return [status, response];
      const schema = answerSchemas(schemas);
      if (schema.$ref === schemaRef('Done').$ref) return [status, sharedRef('Done')];
      return [status, { ...response, content: { 'application/json': { schema } } }];
    }),
  );
}

const isOfOperators = (route: Route): boolean => refusesWith(route, '403', 'not_operator');

/** What payment providers, browsers, email programs and monitors call by themselves, and no client. */
const others = ['health', 'policy-report', 'product/searched', 'unsubscribe', 'vitals', 'webhooks/'];
const isOfClients = (route: Route): boolean =>
  !isOfOperators(route) && !others.some((path) => route.path.startsWith(`/api/${path}`));

function security(route: Route): JsonSchema[] {
  const token = route.notes.find((one) => one.token)?.token;
  if (!token) return [];
  const roles = isOfOperators(route)
    ? ['operator']
    : refusesWith(route, '403', 'guest')
      ? ['account']
      : ['account', 'guest'];
  const schemes = [{ token: roles }, { bearer: roles }];
  return token === 'optional' ? [{}, ...schemes] : schemes;
}

function operation(route: Route, answers: readonly Answer[], refused: JsonSchema) {
  const { method, path, notes } = route;
  const body = notes.find((one) => one.body)?.body;
  const query = notes.find((one) => one.query)?.query;
  const params = notes.find((one) => one.params)?.params;
  const words = path.split(/\W+/).filter((word) => word && word !== 'api');
  return {
    operationId: [method.toLowerCase(), ...words].join('_'),
    summary: notes.find(({ summary }) => summary)?.summary,
    tags: words.slice(0, 1),
    security: security(route),
    parameters: parameters(path, { params, query }),
    ...(body && {
      requestBody: {
        ...('required' in schemaOf(body.schema) && { required: true }),
        content: Object.fromEntries(body.types.map((type) => [type, { schema: schemaOf(body.schema) }])),
      },
    }),
    responses: { ...successes(route, answers), ...refused },
  };
}

/** Schemas that no type has. */
const fixed: Record<string, JsonSchema> = {
  Money: { description: 'An amount in paise, of which a rupee has 100.', type: 'integer' },
  Rupees: { description: 'An amount in rupees, with at most two decimals.', type: 'number' },
  Success: {
    description: 'The request has succeeded.',
    type: 'object',
    properties: { success: { const: true } },
    required: ['success'],
  },
  Done: {
    description: 'The request has succeeded, and a message for a person says so.',
    type: 'object',
    properties: { success: { const: true }, message: { type: 'string' } },
    required: ['success', 'message'],
  },
};

type Paths = Record<string, Record<string, ReturnType<typeof operation>>>;

/** The document of some routes. @param title of the document */
function documentOf(title: string, routes: readonly Route[], { answers, shapes }: ReadTypes) {
  const failed = failures(routes.map(({ codes }) => codes));
  const described: Paths = {};
  for (const route of routes) {
    const { method, path, codes } = route;
    const name = path.replaceAll(/:(\w+)/g, '{$1}');
    const one = operation(route, answers.get(`${method} ${path}`) ?? [], failed.of(codes));
    described[name] = { ...described[name], [method.toLowerCase()]: one };
  }
  const responses = { ...shared, ...failed.responses };
  const allCodes = new Set(routes.flatMap(({ codes }) => [...codes.values()].flat()));
  const known = new Map([...shapes, ...Object.entries({ ...fixed, ...failureSchemas([...allCodes]) })]);
  const { named, schemas } = nameShapes({ paths: described, responses }, known);
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description:
        'Times are ISO 8601 in UTC, or of the desk milliseconds since 1970; ids are UUIDs or product ids. Unknown fields of a request are ignored, and an empty body counts as {}.',
    },
    servers: [{ url: '/' }],
    paths: named.paths,
    components: {
      schemas,
      responses: named.responses,
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

export type ApiDocument = ReturnType<typeof documentOf>;

/** Makes both documents. @returns by their path below `public/api` */
export function createDocuments(types: ReadTypes): Record<string, ApiDocument> {
  const routes = readRoutes();
  const { true: ofClients = [], false: rest = [] } = Object.groupBy(routes, (one) => `${isOfClients(one)}`);
  return {
    'openapi.json': documentOf('The API of the shop', ofClients, types),
    'desk/openapi.json': documentOf('The API of the shop: the desk, and what no client calls', rest, types),
  };
}
