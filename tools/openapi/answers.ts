/**
 * The answers of the API as JSON Schema, from the types that Hono infers for the routes (`Api` of functions/index.ts), and the
 * named shapes (shapes.ts).
 */
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '#tools/lib/content.ts';
import { settingsFile } from '#tools/lib/settings.ts';

export type JsonSchema = { [keyword: string]: unknown };

export const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** @property schema undefined: the answer is not JSON */
export type Answer = { status: number; schema: JsonSchema | undefined };

const entry = join(root, 'functions', 'index.ts');
const shapesFile = join(root, 'tools', 'openapi', 'shapes.ts');

function load(): ts.Program {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, root);
  return ts.createProgram([entry, shapesFile], {
    ...options,
    incremental: false,
    tsBuildInfoFile: undefined,
    // A fresh clone has no settings of the shop’s own content yet.
    paths: { ...options.paths, '#settings': [settingsFile] },
  });
}

/** A schema that accepts one of these. */
export function oneOf(schemas: JsonSchema[]): JsonSchema {
  const texts = [...new Set(schemas.map((one) => JSON.stringify(one)))].sort();
  const [first, ...others] = texts.map((text) => JSON.parse(text));
  return others.length ? { anyOf: [first, ...others] } : (first ?? {});
}

/** One of some values. */
const choice = (values: unknown[]): JsonSchema => ({
  ...(values.every((one) => typeof one === 'string') && { type: 'string' }),
  enum: values.toSorted(),
});

/** Converts types of values that were JSON. Sorted, since the compiler's order changes with unrelated code. @throws Error for a type that JSON cannot have */
class Converter {
  readonly #checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  properties(type: ts.Type): [name: string, type: ts.Type, optional: boolean][] {
    return this.#checker
      .getPropertiesOfType(type)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((one) => [
        one.name,
        this.#checker.getTypeOfSymbol(one),
        Boolean(one.flags & ts.SymbolFlags.Optional),
      ]);
  }

  schemaOf(type: ts.Type): JsonSchema {
    const { flags } = type;
    // Hono's type of any JSON contains itself.
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown) || type.aliasSymbol?.name === 'JSONValue')
      return {};
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (flags & ts.TypeFlags.BooleanLiteral) return { const: this.#checker.typeToString(type) === 'true' };
    if (flags & ts.TypeFlags.StringLike) return { type: 'string' };
    if (flags & ts.TypeFlags.NumberLike) return { type: 'number' };
    if (flags & ts.TypeFlags.BooleanLike) return { type: 'boolean' };
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (type.isUnion()) return this.#union(type.types);
    if (this.#checker.getPropertyOfType(type, 'toFixed')) return this.#amount(type);
    if (this.#checker.isArrayLikeType(type)) return this.#list(type);
    if (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return this.#object(type);
    throw new Error(`The API answers with ${this.#checker.typeToString(type)}, which is not JSON.`);
  }

  /** A number with a unit (src/lib/money.ts). */
  #amount(type: ts.Type): JsonSchema {
    const unit = this.#checker.getPropertyOfType(type, 'unit');
    if (!unit) return { type: 'number' };
    const types = this.#checker.getTypeOfSymbol(unit);
    const isIn = (name: string) => this.#checker.typeToString(types).includes(`"${name}"`);
    return schemaRef(isIn('paise') ? 'Money' : 'Rupees');
  }

  #union(types: readonly ts.Type[]): JsonSchema {
    const defined = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    const schemas = defined.map((one) => this.schemaOf(one));
    const values = schemas.flatMap((one) => ('const' in one ? [one.const] : []));
    const others = schemas.filter((one) => !('const' in one));
    // A boolean that may be missing is a union of both values.
    const both = values.includes(true) && values.includes(false);
    const rest = both ? values.filter((value) => typeof value !== 'boolean') : values;
    return oneOf([
      ...(both ? [{ type: 'boolean' }] : []),
      ...(rest.length > 1 ? [choice(rest)] : rest.map((value) => ({ const: value }))),
      ...others,
    ]);
  }

  #list(type: ts.Type): JsonSchema {
    const items = this.#checker.getTypeArguments(type as ts.TypeReference);
    if (!this.#checker.isTupleType(type)) return { type: 'array', items: this.schemaOf(items[0] as ts.Type) };
    const { length } = items;
    return {
      type: 'array',
      prefixItems: items.map((one) => this.schemaOf(one)),
      minItems: length,
      maxItems: length,
    };
  }

  #object(type: ts.Type): JsonSchema {
    const properties: JsonSchema = {};
    const required: string[] = [];
    for (const [name, value, optional] of this.properties(type)) {
      properties[name] = this.schemaOf(value);
      const canBeUndefined =
        value.isUnion() && value.types.some(({ flags }) => flags & ts.TypeFlags.Undefined);
      if (!optional && !canBeUndefined) required.push(name);
    }
    const index = this.#checker.getIndexTypeOfType(type, ts.IndexKind.String);
    return {
      type: 'object',
      ...(Object.keys(properties).length && { properties }),
      ...(required.length && { required }),
      ...(index && { additionalProperties: this.schemaOf(index) }),
    };
  }
}

/** The type of a file by its name. */
function typeIn(program: ts.Program, file: string, name: string): ts.Type {
  const declared = program
    .getSourceFile(file)
    ?.statements.find((one) => ts.isTypeAliasDeclaration(one) && one.name.text === name);
  if (!declared) throw new Error(`${file} has no type ${name}.`);
  return program.getTypeChecker().getTypeAtLocation(declared);
}

/** The answers of the routes. @param api Hono<Env, Schema, BasePath>: the schema is a union of the mounted apps */
function answersOf(api: ts.Type, checker: ts.TypeChecker, converter: Converter): Map<string, Answer[]> {
  const schema = checker.getTypeArguments(api as ts.TypeReference)[1];
  const found = new Map<string, Answer[]>();
  for (const mounted of schema?.isUnion() ? schema.types : [])
    for (const [path, methods] of converter.properties(mounted))
      for (const [method, endpoint] of converter.properties(methods)) {
        const route = `${method.replace('$', '').toUpperCase()} ${path}`;
        for (const one of endpoint.isUnion() ? endpoint.types : [endpoint]) {
          const parts = new Map(converter.properties(one).map(([name, type]) => [name, type]));
          const [output, format, status] = ['output', 'outputFormat', 'status'].map((name) =>
            parts.get(name),
          );
          if (!output) continue;
          const isJson = format?.isStringLiteral() && format.value === 'json';
          const answer: Answer = {
            status: status?.isNumberLiteral() ? status.value : 200,
            schema: isJson ? converter.schemaOf(output) : undefined,
          };
          found.set(route, [...(found.get(route) ?? []), answer]);
        }
      }
  return found;
}

/**
 * @property answers of each route, by `METHOD path` with Hono's parameters (`/api/product/:id`)
 * @property shapes the named ones, with their comments as descriptions
 */
export type ReadTypes = { answers: Map<string, Answer[]>; shapes: Map<string, JsonSchema> };

/** Reads the types of the Worker. */
export function readTypes(): ReadTypes {
  const program = load();
  const checker = program.getTypeChecker();
  const converter = new Converter(checker);
  const shapes = checker.getPropertiesOfType(typeIn(program, shapesFile, 'Shapes')).map((one) => {
    const description = ts.displayPartsToString(one.getDocumentationComment(checker));
    const schema = converter.schemaOf(checker.getTypeOfSymbol(one));
    return [one.name, { ...(description && { description }), ...schema }] as const;
  });
  return { answers: answersOf(typeIn(program, entry, 'Api'), checker, converter), shapes: new Map(shapes) };
}
