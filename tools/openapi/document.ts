/**
 * The OpenAPI document of the API, from what the routes are made of: their list, the zod schemas that validate requests,
 * the notes of their handlers (functions/http/notes.ts) and the types of their answers.
 *
 * hono-openapi was considered: it puts its converters into the Worker, and where two parts of a route name refusals of one
 * status it keeps only the last.
 */
import * as z from 'zod';
import { notesOf, type RouteNotes } from '#functions/http/notes.ts';
import { app } from '#functions/index.ts';
import type { RefusalCode } from '#functions/lib/refusal.ts';
import { store } from '#functions/lib/store.ts';
import { type Answer, type JsonSchema, oneOf } from '#tools/openapi/answers.ts';

/** What every request may be answered with (functions/http/handle-error.ts). */
const everywhere: readonly RefusalCode[] = ['500 internal', '503 unavailable', '503 paused'];

const refusal = z.looseObject({
  success: z.literal(false),
  code: z.string().describe('Stable, for programs.'),
  message: z.string().describe('For a person.'),
  fields: z.record(z.string(), z.string()).optional().describe('Messages by field, such as `address.phone`.'),
  requestId: z.string().optional().describe('Of an error of the server.'),
});

const schemaOf = (schema: z.ZodType): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
};

/** The routes with the notes of all their handlers, middleware first. */
function readRoutes() {
  const found = new Map<string, { method: string; path: string; notes: RouteNotes[] }>();
  for (const { method, path } of app.routes) {
    if (method === 'ALL' || !path.startsWith('/api/')) continue;
    const handlers = app.routes.filter((one) =>
      one.method === 'ALL'
        ? one.path.endsWith('/*') && `${path}/`.startsWith(one.path.slice(0, -1))
        : one.method === method && one.path === path,
    );
    const notes = handlers.map(({ handler }) => notesOf(handler));
    found.set(`${method} ${path}`, { method, path, notes });
  }
  return [...found.values()];
}

/** In the body of a refusal, `code` is one of these. */
const refusalWith = (codes: string[]): JsonSchema => ({
  allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties: { code: { enum: codes } } }],
});

/** Refusals that many routes have alike, by name. */
const shared: Record<string, JsonSchema> = {};

function refusals(codes: readonly RefusalCode[]): JsonSchema {
  const byStatus: Record<string, string[]> = {};
  for (const one of [...new Set(codes)].sort()) {
    const [status = '', code = ''] = one.split(' ');
    byStatus[status] = [...(byStatus[status] ?? []), code];
  }
  const wait = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } };
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, names]) => {
      const response: JsonSchema = {
        description: names.join(', '),
        ...(['429', '503'].includes(status) && { headers: wait }),
        content: { 'application/json': { schema: refusalWith(names) } },
      };
      if (names.length > 2) return [status, response];
      const name = [status, ...names].join('_');
      shared[name] = response;
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

/** Statuses of answers that are no refusals. */
const descriptions: Record<number, string> = {
  200: 'Success',
  204: 'Success, without a body',
  302: 'Redirect',
  304: 'Not modified',
};

function successes(answers: readonly Answer[]): JsonSchema {
  // A failure that a route writes itself is described by its code.
  const succeeded = answers.filter(({ status }) => status in descriptions);
  return Object.fromEntries(
    [...new Set(succeeded.map(({ status }) => status))].map((status) => {
      const schemas = succeeded.flatMap((one) => (one.status === status && one.schema ? [one.schema] : []));
      const response: JsonSchema = { description: descriptions[status] };
      if (schemas.length) response.content = { 'application/json': { schema: oneOf(schemas) } };
      return [status, response];
    }),
  );
}

function security(notes: readonly RouteNotes[], codes: readonly RefusalCode[]): JsonSchema[] {
  const token = notes.find((one) => one.token)?.token;
  if (!token) return [];
  const roles = codes.includes('403 not_operator')
    ? ['operator']
    : codes.includes('403 guest')
      ? ['account']
      : ['account', 'guest'];
  const schemes = [{ token: roles }, { bearer: roles }];
  return token === 'optional' ? [{}, ...schemes] : schemes;
}

function parameters(path: string, query: z.ZodType | undefined): JsonSchema[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const { properties = {}, required = [] } = query ? schemaOf(query) : {};
  const inQuery = Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (required as string[]).includes(name),
    schema,
  }));
  return [...inPath, ...inQuery];
}

function operation(
  { method, path, notes }: ReturnType<typeof readRoutes>[number],
  answers: readonly Answer[],
) {
  const codes = [...everywhere, ...notes.flatMap(({ refuses = [] }) => refuses.map(({ id }) => id))];
  const body = notes.find((one) => one.body)?.body;
  const query = notes.find((one) => one.query)?.query;
  const words = path.split(/\W+/).filter((word) => word && word !== 'api');
  return {
    operationId: [method.toLowerCase(), ...words].join('_'),
    summary: notes.find(({ summary }) => summary)?.summary,
    tags: words.slice(0, 1),
    security: security(notes, codes),
    parameters: parameters(path, query),
    ...(body && {
      requestBody: {
        content: Object.fromEntries(body.types.map((type) => [type, { schema: schemaOf(body.schema) }])),
      },
    }),
    responses: { ...successes(answers), ...refusals(codes) },
  };
}

/** @param answersOf the answers of each route, by `METHOD path` */
export function createDocument(answersOf: ReadonlyMap<string, readonly Answer[]>) {
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
  for (const route of readRoutes()) {
    const { method, path } = route;
    const name = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[name] = {
      ...paths[name],
      [method.toLowerCase()]: operation(route, answersOf.get(`${method} ${path}`) ?? []),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `The API of ${store.name}`,
      version: '1',
      description:
        'Amounts are rupees, times ISO 8601 in UTC, ids UUIDs or product ids. Unknown fields of a request are ignored, and an empty body counts as {}.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Refusal: schemaOf(refusal) },
      responses: shared,
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}
