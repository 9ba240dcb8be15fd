/** Failures in the document of the API: a response for each status, and the codes with which a route refuses. */
import { STATUS_CODES } from 'node:http';
import * as z from 'zod';
import { bodyRefusals } from '#functions/http/body.ts';
import { type RefusalCode, wrongFields } from '#functions/lib/refusal.ts';
import { type JsonSchema, schemaRef } from '#tools/openapi/answers.ts';

/** Of the server, for any request (functions/http/handle-error.ts). */
const ofServer: readonly RefusalCode[] = ['500 internal', '503 paused', '503 unavailable'];

/** What says nothing of a route: a body that cannot be read, and the server. One response of a document has them all. */
const general: ReadonlySet<string> = new Set([
  ...bodyRefusals.flatMap(({ id }) => (id === wrongFields.id ? [] : [id])),
  ...ofServer,
]);

const more = {
  fields: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: 'Messages by field, such as `address.phone`.' }),
  requestId: z.string().optional().meta({ description: 'Of an error of the server.' }),
};

/** The schemas of failures. @param codes all that the document has */
export const failureSchemas = (codes: readonly string[]): Record<string, JsonSchema> => {
  const code = z.enum(codes.toSorted()).meta({ title: 'FailureCode', description: 'Stable, for programs.' });
  const failure = z.looseObject({
    success: z.literal(false),
    code,
    message: z.string().meta({ description: 'For a person.' }),
    ...more,
  });
  const problem = z.looseObject({
    type: z.string().meta({ description: 'A tag URI (RFC 4151), the same for each failure with this code.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'For a person.' }),
    code,
    ...more,
  });
  const described = {
    Failure: failure.meta({ description: 'Why a request was refused.' }),
    Problem: problem.meta({
      description: 'The same as problem details (RFC 9457), for requests whose `Accept` names them.',
    }),
  };
  return Object.fromEntries(
    Object.entries(described).map(([name, schema]) => {
      const { $schema: _, ...rest } = z.toJSONSchema(schema);
      return [name, rest];
    }),
  );
};

/** The codes of a route by status: `{ 409: ['out_of_stock', 'paused'] }`. */
export function codesByStatus(refuses: readonly RefusalCode[]): Map<string, string[]> {
  const byStatus = new Map<string, string[]>();
  for (const one of [...new Set([...ofServer, '405 method', ...refuses])].sort()) {
    const [status = '', code = ''] = one.split(' ');
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

const isGeneral = (status: string, codes: readonly string[]): boolean =>
  codes.every((code) => general.has(`${status} ${code}`));

/** `400 broken_off, malformed; 413 too_large`. */
const generalText = [...codesByStatus([...general] as RefusalCode[])]
  .flatMap(([status, codes]) => (isGeneral(status, codes) ? [`${status} ${codes.join(', ')}`] : []))
  .join('; ');

/** The name of a status in `components.responses`: `NotFound`. */
const nameOf = (status: string): string => STATUS_CODES[status]?.replaceAll(/\W/g, '') ?? status;

/** The text that occurs most often, the first of several. */
function mostFrequent(texts: readonly string[]): string {
  const groups = [...Map.groupBy(texts, (text) => text).values()];
  const [most = []] = groups.toSorted((a, b) => b.length - a.length);
  return most[0] ?? '';
}

const retryAfter = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } };
const headersOf: Record<string, JsonSchema> = {
  405: { Allow: { description: 'The methods of this path.', schema: { type: 'string' } } },
  429: retryAfter,
  503: retryAfter,
};

const response = (description: string, headers?: JsonSchema): JsonSchema => ({
  description,
  ...(headers && { headers }),
  content: {
    'application/json': { schema: schemaRef('Failure') },
    'application/problem+json': { schema: schemaRef('Problem') },
  },
});

type Codes = ReadonlyMap<string, readonly string[]>;

/**
 * The failures of the routes of a document.
 * @returns `responses`: one for each status, described with its most frequent codes, and one for those that say nothing of a
 *   route; `of`: those of a route, whose description replaces that of the status where the codes are others
 */
export function failures(routes: readonly Codes[]) {
  const own = (codes: Codes) => [...codes].filter(([status, names]) => !isGeneral(status, names));
  const byStatus = Map.groupBy(routes.flatMap(own), ([status]) => status);
  const usual = new Map(
    [...byStatus].map(([status, all]) => [status, mostFrequent(all.map(([, codes]) => codes.join(', ')))]),
  );
  const responses: Record<string, JsonSchema> = Object.fromEntries(
    [...usual].toSorted().map(([status, text]) => [nameOf(status), response(text, headersOf[status])]),
  );
  const of = (codes: Codes): JsonSchema => {
    const listed = own(codes).map(([status, names]) => {
      const description = names.join(', ');
      const isUsual = description === usual.get(status);
      return [status, { $ref: `#/components/responses/${nameOf(status)}`, ...(!isUsual && { description }) }];
    });
    return Object.fromEntries([...listed, ['default', { $ref: '#/components/responses/OtherFailure' }]]);
  };
  return { responses: { ...responses, OtherFailure: response(generalText, retryAfter) }, of };
}
