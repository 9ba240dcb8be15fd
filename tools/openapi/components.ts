/** The shapes of `components.schemas`, each once. */
import { type JsonSchema, schemaRef } from '#tools/openapi/answers.ts';

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists whose order says nothing. */
const unordered = ['required', 'enum', 'anyOf'];

/** What may be said of a reference too. A property can have such a name, and is an object. */
const annotations = ['title', 'description', 'default'];

/** A schema as text, without what does not change which values it accepts. */
const textOf = (schema: unknown): string =>
  JSON.stringify(schema, (name, value) => {
    if (Array.isArray(value) && unordered.includes(name))
      return value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(
      ([keyword, text]) => !(annotations.includes(keyword) && !isObject(text)),
    );
    return Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });

const isScalar = (schema: JsonSchema): boolean =>
  !['properties', 'prefixItems', 'enum', 'anyOf', 'oneOf'].some((keyword) => keyword in schema);

/** The shapes that requests name: those of schemas with a title. */
function titledIn(value: unknown): [name: string, schema: JsonSchema][] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(titledIn);
  if (!('title' in value) || typeof value.title !== 'string') return inside;
  const { title, ...schema } = value;
  return [...inside, [title, schema]];
}

/**
 * Makes the schemas of a document refer to the shapes that have a name.
 * @param parts of the document @param shapes by name
 * @returns the same parts, and the shapes that they refer to
 * @throws Error for two shapes of one name, and for two names of one shape
 */
export function nameShapes<Parts extends object>(
  parts: Parts,
  shapes: ReadonlyMap<string, JsonSchema>,
): { named: Parts; schemas: Record<string, JsonSchema> } {
  const known = new Map(shapes);
  for (const [name, schema] of titledIn([parts, ...shapes.values()])) {
    const other = known.get(name);
    if (other && textOf(other) !== textOf(schema)) throw new Error(`Two schemas are called ${name}.`);
    known.set(name, schema);
  }
  const names = new Map<string, string>();
  for (const [name, schema] of known) {
    // A number may be an amount in one place, and a quantity in another.
    if (isScalar(schema)) continue;
    const other = names.get(textOf(schema));
    if (other) throw new Error(`${other} and ${name} are the same.`);
    names.set(textOf(schema), name);
  }
  const schemas: Record<string, JsonSchema> = {};
  const use = (name: string): void => {
    const schema = known.get(name);
    if (!schema || name in schemas) return;
    schemas[name] = {};
    schemas[name] = inside(schema);
  };
  const inside = (schema: JsonSchema): JsonSchema =>
    Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, refer(value)]));
  function refer(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(refer);
    if (!isObject(value)) {
      const [, name] = /^#\/components\/schemas\/(\w+)$/.exec(String(value)) ?? [];
      if (name) use(name);
      return value;
    }
    const name = names.get(textOf(value));
    if (!name) return inside(value);
    use(name);
    const { description, default: byDefault } = value;
    return {
      ...(byDefault !== undefined && { default: byDefault }),
      ...(description !== known.get(name)?.description && { description }),
      ...schemaRef(name),
    };
  }
  return {
    named: refer(parts) as Parts,
    schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}
