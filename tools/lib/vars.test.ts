import { expect, test } from 'vitest';
import { refusal, tomlStrings } from '#tools/deploy.ts';
import { localVars, parseVars } from '#tools/lib/vars.ts';

test('.dev.vars: comments, blank lines, quotes, spaces', () => {
  const text = '# keys\n\nA=1\n B = two words \nC="#quoted"\nexport D=\'single\'\nE=\nF=a=b\r\n';
  expect(parseVars(text, '.dev.vars')).toEqual({
    A: '1',
    B: 'two words',
    C: '#quoted',
    D: 'single',
    E: '',
    F: 'a=b',
  });
});

test('.dev.vars: an invalid line is reported with file and line', () => {
  expect(() => parseVars('A=1\nnonsense', '.dev.vars')).toThrow('.dev.vars: line 2: must be KEY=value.');
});

test('the environment may ask for the second factor on this machine too', () =>
  expect(localVars({ OPERATOR_SECOND_FACTOR: 'required', OTHER: '1' })).toMatchObject({
    OPERATOR_SECOND_FACTOR: 'required',
  }));

test('wrangler.toml is read in every form that a variable can take, comments left out', () => {
  const text = `# CLOCK_OFFSET_MS = "1"
name = "harita"
vars = { ONE = "1", "TWO" = '2' }
[env.test.vars]
CLOCK_OFFSET_MS = 3600000
DATABASE_URL = "http://localhost"`;
  expect(tomlStrings(text)).toMatchObject({ ONE: '1', TWO: '2', CLOCK_OFFSET_MS: '3600000' });
  expect(tomlStrings('# CLOCK_OFFSET_MS = "1"')).toEqual({});
});

test('deploying refuses the test clock from any source of settings', () => {
  expect(
    refusal([
      ['wrangler.toml', {}],
      ['.dev.vars', { CLOCK_OFFSET_MS: '0' }],
    ]),
  ).toMatch(/^\.dev\.vars sets CLOCK_OFFSET_MS/);
  expect(refusal([['.dev.vars', { CLOCK_OFFSET_MS: undefined }]])).toBeUndefined();
});

test.each(['COUNT_HASHES', 'CHEAP_HASHES'])('deploying refuses %s, which is for tests', (name) => {
  expect(refusal([['.env', { [name]: '1' }]])).toMatch(new RegExp(`^\\.env sets ${name}`));
});

test('deploying refuses a database that is not reached by libsql: or https:', () => {
  for (const url of ['http://127.0.0.1:8080', 'file:shop.db', 'ws://shop', 'libsql:shop'])
    expect(refusal([['The environment', { DATABASE_URL: url }]])).toMatch(
      /sets DATABASE_URL to .*libsql:\/\//,
    );
  for (const url of ['libsql://shop.turso.io', 'https://shop.turso.io', '', undefined])
    expect(refusal([['The environment', { DATABASE_URL: url }]])).toBeUndefined();
});
