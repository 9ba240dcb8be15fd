/** The parameters of a route, from the schemas that check its path and its query. */
import * as z from 'zod';
import type { JsonSchema } from '#tools/openapi/answers.ts';

/** What a schema accepts. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

type Fields = { properties?: Record<string, JsonSchema>; required?: string[] };

/** A schema without what makes it optional. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodCatch)
    return unwrap(schema.def.innerType);
  return schema;
}

/** The schema that a text is checked with after it was converted, if there is one. */
function convertedTo(schema: z.core.$ZodType): z.ZodType | undefined {
  const one = unwrap(schema);
  if (!(one instanceof z.ZodPipe) || one.def.out instanceof z.ZodTransform) return undefined;
  return one.def.out as z.ZodType;
}

/** The fields of an object that is checked, or converted afterwards. */
function shapeOf(schema: z.core.$ZodType): z.core.$ZodShape {
  if (schema instanceof z.ZodPipe) return shapeOf(schema.def.in);
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/**
 * The fields of a path or a query. The API receives texts: one that becomes a number is described as a number, and one that is
 * split as a list.
 */
function fieldsOf(schema: z.ZodType): [name: string, schema: JsonSchema, required: boolean][] {
  const { properties = {}, required = [] } = schemaOf(schema) as Fields;
  const shape = shapeOf(schema);
  return Object.entries(properties).map(([name, received]) => {
    const converted = shape[name] && convertedTo(shape[name]);
    const { default: byDefault, description } = received;
    const given = { ...(byDefault !== undefined && { default: byDefault }), description };
    return [name, converted ? { ...schemaOf(converted), ...given } : received, required.includes(name)];
  });
}

/**
 * @param path with Hono's parameters: `/api/product/:id`
 * @param notes the schemas of the path and the query @returns OpenAPI's list of parameters
 */
export function parameters(
  path: string,
  { params, query }: { params: z.ZodType | undefined; query: z.ZodType | undefined },
): JsonSchema[] {
  const checked = new Map(params && fieldsOf(params).map(([name, schema]) => [name, schema]));
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    // What a wrong one is replaced with is not found.
    const { description, default: _, ...schema } = checked.get(name) ?? { type: 'string' };
    return { name, in: 'path', required: true, description, schema };
  });
  const inQuery = (query ? fieldsOf(query) : []).map(([name, { description, ...schema }, required]) => ({
    name,
    in: 'query',
    required,
    description,
    // `a,b,c`
    ...(schema.type === 'array' && { style: 'form', explode: false }),
    schema,
  }));
  return [...inPath, ...inQuery];
}
