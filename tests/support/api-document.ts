/** The documents of the API (tools/openapi) as the tests read them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/lib/content.ts';

type Schema = {
  $ref?: string;
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: string[];
  maxLength?: number;
};
type Content = { content?: Record<string, { schema: Schema }> };
type Parameter = { name: string; schema: Schema };
type Operation = {
  parameters: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content & { $ref?: string; description?: string }>;
};
export type ApiDocument = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Content & { description: string }>;
  };
};

/** What clients of shoppers call, and the rest; below `public/api`. */
export const documentFiles = ['openapi.json', 'desk/openapi.json'] as const;

const documents = documentFiles.map(
  (file): ApiDocument => JSON.parse(readFileSync(join(root, 'public/api', file), 'utf8')),
);

/** The paths of both. */
export const paths: ApiDocument['paths'] = Object.assign({}, ...documents.map((one) => one.paths));

/** A schema with what it refers to, and the fields of all its parts. */
export function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  if (name) {
    const [found] = documents.flatMap(({ components }) => components.schemas[name] ?? []);
    if (!found) throw new Error(`No document has ${name}.`);
    return resolve(found);
  }
  const parts = (schema.allOf ?? []).map(resolve);
  if (!parts.length) return schema;
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
}

/** The schema of a JSON body. @param name `POST /api/order/:id`, as Hono writes it */
export function bodySchema(name: string): Schema | undefined {
  const [method = '', path = ''] = name.split(' ');
  const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  const schema = operation?.requestBody?.content?.['application/json']?.schema;
  return schema && resolve(schema);
}
