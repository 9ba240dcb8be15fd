/** Licences of the installed packages: permissive ones, and those that LICENSE names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#tools/lib/content.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** They ask for no more than that they are named. */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
  'Zlib',
];

/** Whether an SPDX expression can be met with permissive licences alone. */
const isPermissive = (licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => permissive.includes(one)));

type Package = { license?: string; link?: boolean };
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
/** Packages of others: `node_modules/a/node_modules/b` is b. */
const installed = Object.entries(packages).flatMap(([path, { license = 'none', link }]) =>
  link || !path.includes('node_modules/')
    ? []
    : [{ name: path.split('node_modules/').at(-1) ?? '', license }],
);
const listed = new Map(
  [...(read('LICENSE').split('not part of it')[1] ?? '').matchAll(/^- `([^`]+)`[^(]*\(([\w.-]+)/gm)].map(
    ([, name = '', licence = '']) => [name, licence],
  ),
);

/** The entry of LICENSE for a package: by its name, or as one that belongs to it (`lightningcss-linux-x64-gnu`). */
const entryOf = (name: string): string | undefined =>
  [...listed.keys()].find(
    (one) => name === one || name.startsWith(`${one.replace(/\*$/, '').replace(/-?$/, '')}-`),
  );

test('every package is permissive, or LICENSE names it with its licence', () => {
  expect(installed.length).toBeGreaterThan(500);
  const unnamed = installed.filter(
    ({ name, license }) =>
      !isPermissive(license) && !license.includes(listed.get(entryOf(name) ?? '') ?? '?'),
  );
  expect(unnamed).toEqual([]);
});

test('LICENSE names no package that is not installed', () => {
  const used = new Set(
    installed.flatMap(({ name, license }) => (isPermissive(license) ? [] : (entryOf(name) ?? []))),
  );
  expect([...listed.keys()].filter((name) => !used.has(name))).toEqual([]);
});
