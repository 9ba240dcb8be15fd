import { expect, test } from 'vitest';
import { summarizeAstroErrors, summarizeWranglerErrors } from '#tools/lib/build-errors.ts';
import { root } from '#tools/lib/content.ts';

test('a content file that its schema refuses is one line: file, field, reason', () => {
  const output = `10:03:12 [content] Syncing content
[InvalidContentEntryDataError] home → home data does not match collection schema.

  title**: **title: Expected type \`"string"\`, received \`"number"\`
  n**: **n: Required
  ****: Unrecognized key: "m"

  Hint:
    See the guide.
  Location:
    ${root}content/home/home.yaml:0:0
  Stack trace:
    at getEntryData (utils.js:126:9)`;
  expect(summarizeAstroErrors(output)).toBe(
    'content/home/home.yaml: title: Expected type "string", received "number"; n: Required; Unrecognized key: "m"',
  );
});

test('a content file that cannot be parsed is one line', () => {
  const output = `[DataCollectionEntryParseError] ../content/home.yaml failed to parse: unexpected end of the stream
  Hint:
    Ensure your data entry is an object.
  Location:
    ${root}content/home.yaml:3:0
  Stack trace:
    at generateError (js-yaml.mjs:1140:12)`;
  expect(summarizeAstroErrors(output)).toBe('content/home.yaml: unexpected end of the stream');
});

test('a page that fails while it is rendered is named', () => {
  const output = `  ├─ /bad.html10:03:11 [ERROR] Error: at run time
    at file:///dist/chunks/bad.mjs:9:8
10:03:11 [ERROR] [build] Caught error rendering /bad: Error: at run time
at run time
  Stack trace:
    at file:///dist/chunks/bad.mjs:9:8`;
  expect(summarizeAstroErrors(output)).toBe('The page /bad: Error: at run time');
});

test('the output of a failed bundle is reduced to the error', () => {
  const output = `10:02:29 [ERROR] [vite] ✗ Build failed in 241ms
[UNRESOLVED_IMPORT] Could not resolve './nope.ts' in src/pages/bad.astro
    at somewhere`;
  expect(summarizeAstroErrors(output)).toBe(
    "[UNRESOLVED_IMPORT] Could not resolve './nope.ts' in src/pages/bad.astro",
  );
  expect(summarizeWranglerErrors('Reading…\n✘ [ERROR] Unexpected "="\n\n    functions/bad.ts:1:29:')).toBe(
    '✘ [ERROR] Unexpected "="\n    functions/bad.ts:1:29:',
  );
});

test('of output without a known error the last lines are kept', () => {
  expect(summarizeAstroErrors('one\ntwo')).toBe('one\ntwo');
});
