/** The committed documents are those of the code. `npx vitest run --project tools tools/openapi -u` writes them anew. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { type ReadTypes, readTypes } from '#tools/openapi/answers.ts';
import { type ApiDocument, createDocuments } from '#tools/openapi/document.ts';

let types: ReadTypes;
let documents: Record<string, ApiDocument>;
// It checks the types of the whole Worker.
beforeAll(() => {
  types = readTypes();
  documents = createDocuments(types);
}, 600_000);

test('every named shape is in a document', () => {
  const used = Object.values(documents).flatMap(({ components }) => Object.keys(components.schemas));
  expect([...types.shapes.keys()].filter((name) => !used.includes(name))).toEqual([]);
});

/** The operations of a document, as `get /api/store`. */
const operationsOf = ({ paths }: ApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  );

describe.each(['openapi.json', 'desk/openapi.json'])('%s', (file) => {
  const document = () => documents[file] as ApiDocument;

  test('every route has a sentence, and every parameter a description', () => {
    for (const { name, operation } of operationsOf(document())) {
      expect(operation.summary, `${name} needs a sentence`).toMatch(/^[A-Z].*\.$/);
      for (const { name: parameter, description } of operation.parameters)
        expect(description, `${parameter} of ${name} needs .meta({ description })`).toMatch(/^[A-Z].*\.$/);
    }
  });

  test('is up to date', async () => {
    const { paths, components, ...others } = document();
    // A line for each path and component, so that a change of the API is easy to see.
    const lines = (all: object) =>
      Object.entries(all)
        .map((entry) => entry.map((one) => JSON.stringify(one)).join(':'))
        .join(',\n');
    const inside = Object.entries(components).map(
      ([name, all]) => `${JSON.stringify(name)}:{\n${lines(all)}\n}`,
    );
    const text = `${JSON.stringify(others).slice(0, -1)},"paths":{\n${lines(paths)}\n},"components":{\n${inside.join(',')}\n}}\n`;
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(document())));
    await expect(text).toMatchFileSnapshot(join(root, 'public', 'api', file));
  });

  test('is valid OpenAPI 3.1', () => {
    const validator = fileURLToPath(
      import.meta.resolve('@seriousme/openapi-schema-validator/bin/validate-api-cli.js'),
    );
    const folder = temporaryFolder();
    try {
      const path = join(folder.path, 'openapi.json');
      writeFileSync(path, JSON.stringify(document()));
      // It fails with the mistakes as its message.
      const found = execFileSync(process.execPath, [validator, path], { encoding: 'utf8' });
      expect(JSON.parse(found)).toEqual({ valid: true });
    } finally {
      folder.remove();
    }
  });

  test('has each shape once: what occurs again has a name in shapes.ts, or in the `meta` of its schema', () => {
    const places = new Map<string, string[]>();
    const visit = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('properties' in value && Object.keys(value.properties as object).length > 2) {
        const text = JSON.stringify(value);
        places.set(text, [...(places.get(text) ?? []), at]);
      }
      for (const [name, one] of Object.entries(value)) visit(one, `${at}.${name}`);
    };
    visit(document().components.schemas, 'schemas');
    for (const { name, operation } of operationsOf(document())) visit(operation, name);
    expect([...places.values()].filter((all) => all.length > 1)).toEqual([]);
  });
});
