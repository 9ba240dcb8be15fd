/** The committed document is that of the code. `npx vitest run --project tools tools/openapi -u` writes it anew. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { root } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { readAnswers } from '#tools/openapi/answers.ts';
import { createDocument } from '#tools/openapi/document.ts';

let document: ReturnType<typeof createDocument>;
// It checks the types of the whole Worker.
beforeAll(() => {
  document = createDocument(readAnswers());
}, 300_000);

test('every route has a sentence', () => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { summary }] of Object.entries(methods))
      expect(summary, `${method} ${path} needs a sentence`).toMatch(/^[A-Z].*\.$/);
});

test('the document of the API is up to date', async () => {
  const { paths, ...others } = document;
  // A line for each path, so that a change of the API is easy to see.
  const lines = Object.entries(paths).map((entry) => entry.map((one) => JSON.stringify(one)).join(':'));
  const text = `${JSON.stringify(others).slice(0, -1)},"paths":{\n${lines.join(',\n')}\n}}\n`;
  await expect(text).toMatchFileSnapshot(join(root, 'public', 'api', 'openapi.json'));
});

test('it is valid OpenAPI 3.1', () => {
  const validator = fileURLToPath(
    import.meta.resolve('@seriousme/openapi-schema-validator/bin/validate-api-cli.js'),
  );
  const folder = temporaryFolder();
  try {
    const file = join(folder.path, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    // It fails with the mistakes as its message.
    const found = execFileSync(process.execPath, [validator, file], { encoding: 'utf8' });
    expect(JSON.parse(found)).toEqual({ valid: true });
  } finally {
    folder.remove();
  }
});
