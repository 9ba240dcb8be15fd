/** The table has each route of the API once, and no other. */
import { expect, test } from 'vitest';
import { apiRoutes, areas } from './index.ts';

/** How many characters two texts begin with alike. */
function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

const pathOf = (name: string): string => name.split(' ')[1] ?? '';

/** The file whose routes are most alike. */
function fileFor(name: string): string {
  const candidates = Object.entries(areas).flatMap(([file, routes]) =>
    Object.keys(routes).map((other) => ({ file, length: sharedLength(pathOf(name), pathOf(other)) })),
  );
  return candidates.toSorted((one, other) => other.length - one.length)[0]?.file ?? '';
}

/** What to do about a route without an entry. */
const explain = (
  name: string,
): string => `${name} has no entry in the table of routes. It needs one, and nothing else in the tests.
Add it to tests/support/routes/${fileFor(name)}, or to another file of its folder:

  '${name}': {
    // Who may use it: anybody, signedIn, account, owner, ownerOrOperator, operator or operatorOfOrder.
    may: signedIn,
    // Good requests. Each makes one call to the database, or two at the desk, unless it has calls. They may contain
    // the.order and other values of route.ts, and idIn('products') for any table.
    requests: [{ json: { note: 'Thank you' } }],
    // What it refuses besides wrong tokens, wrong JSON and missing fields; 422 unless an entry says otherwise.
    bad: [{ what: 'a long note', json: { note: filler(201) } }],
  },`;

test('every route of the API has an entry', () => {
  const known = Object.values(areas).flatMap((routes) => Object.keys(routes));
  const missing = apiRoutes.filter(({ name }) => !known.includes(name));
  expect(missing, missing.map(({ name }) => explain(name)).join('\n\n')).toEqual([]);
});

test('every entry is a route of the API, and stands once', () => {
  const entries = Object.values(areas).flatMap((routes) => Object.keys(routes));
  expect(entries.toSorted()).toEqual(apiRoutes.map(({ name }) => name).toSorted());
});
