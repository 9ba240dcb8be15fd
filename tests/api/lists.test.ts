/**
 * Each list of the desk (tests/support/lists.ts) has the rows that a plain query has: none, and all of each filter over
 * several pages, also when rows come and go between them; by search; in the numbers of the menu.
 */
import { beforeAll, describe, expect } from 'vitest';
import { paths, resolve } from '../support/api-document.ts';
import { allPages } from '../support/client.ts';
import { emptyLists, type List, lists, plainQuery, removal } from '../support/lists.ts';
import { select, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ keepsData: true, flood: 10_000 });

type Page = { rows: Record<string, unknown>[]; next: string | null };

/** The routes of the desk that the API's document describes as lists: a page of rows, and the next one. */
const described = Object.entries(paths).flatMap(([path, { get }]) => {
  const schema = get?.responses[200]?.content?.['application/json']?.schema;
  const { properties: fields = {} } = schema ? resolve(schema) : {};
  const name = `GET ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  return get && 'rows' in fields && 'next' in fields ? [{ name, parameters: get.parameters }] : [];
});
const parametersOf = (route: string) => described.find(({ name }) => name === route)?.parameters ?? [];

test('the table has every list of the API, with each of its choices and a search where there is one', () => {
  expect(
    Object.keys(lists).toSorted(),
    'a list has one entry in tests/support/lists.ts, and nothing else in the tests',
  ).toEqual(described.map(({ name }) => name).toSorted());
  for (const [route, { filters, search }] of Object.entries(lists))
    for (const { name, schema } of parametersOf(route)) {
      for (const choice of resolve(schema).enum ?? [])
        expect([route, Object.keys(filters)]).toEqual([
          route,
          expect.arrayContaining([expect.stringContaining(`${name}=${choice}`)]),
        ]);
      if (name === 'q') expect([route, search]).toEqual([route, expect.anything()]);
    }
});

/** The texts between the bars. */
const between = (texts: string) => texts.split(' | ');

/** A place in an answer: `counts.Packing`. */
const fieldOf = (body: object, field: string): unknown =>
  field.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], body);

describe.each(Object.entries(lists))('%s', (route, list: List) => {
  const path = route.replace('GET ', '').replace(/:\w+/, list.id ?? '');
  const filters = Object.entries(list.filters);
  let count = list.count ?? 330;

  const idsOf = ({ rows }: Page) => rows.map((row) => String(row[list.key ?? 'id']));
  async function page(query: string, after = ''): Promise<Page> {
    const { status, body, text } = await operator.get<Page>(`${path}?${new URLSearchParams(query)}${after}`);
    expect([query, status], text).toEqual([query, 200]);
    return body;
  }
  const find = async (q: string) => idsOf(await page(String(new URLSearchParams({ q }))));
  const plain = async (query: string) => {
    const filter = list.filters[query];
    const rows = filter ? await select<{ id: string }>(shop.db, plainQuery(list, filter)) : [];
    return rows.map(({ id }) => id);
  };

  beforeAll(async () => {
    await emptyLists(shop.db);
    await list.prepare?.(shop.db);
  });

  test('is empty while there is nothing', async () => {
    for (const [query] of filters)
      expect([query, await page(query)]).toMatchObject([query, { rows: [], next: null }]);
  });

  test('has all rows of each filter, each once and in its order, over several pages', async () => {
    await list.insert(shop.db, 0, count);
    for (const [query] of filters) {
      const expected = await plain(query);
      const pages = await allPages((after) => page(query, after));
      expect([query, pages.flatMap(idsOf)]).toEqual([query, expected]);
      expect([query, expected.length > 0, pages.length > 1 || query !== '']).toEqual([query, true, true]);
    }
    for (const query of list.nothing ?? []) expect([query, (await page(query)).rows]).toEqual([query, []]);
  });

  test('skips and repeats none when rows are added and leave between two pages', async () => {
    for (const [query] of filters) {
      const first = await page(query);
      const shown = idsOf(first);
      expect([query, shown]).toEqual([query, (await plain(query)).slice(0, shown.length)]);
      if (!first.next) continue;
      await list.insert(shop.db, count, count + 10);
      count += 10;
      const all = await plain(query);
      const last = shown.at(-1) ?? '';
      for (const id of [shown[0] ?? '', last])
        for (const statement of removal(list, id)) await shop.db.write.run(statement);
      const rest = await allPages((after) =>
        page(query, after || `&after=${encodeURIComponent(first.next ?? '')}`),
      );
      expect([query, rest.flatMap(idsOf)]).toEqual([query, all.slice(all.indexOf(last) + 1)]);
    }
  });

  const { counts = [], search, wrong = [] } = list;

  if (counts.length)
    test('has as many rows as other answers count', async () => {
      for (const [counting, field, summed] of counts) {
        const { body } = await operator.get<object>(`/api/desk/${counting}`);
        const sizes = await Promise.all(summed.map(async (query) => (await plain(query)).length));
        expect([field, fieldOf(body, field)]).toEqual([field, sizes.reduce((sum, size) => sum + size, 0)]);
      }
    });

  if (search)
    test('is searched by each field, and only as text', async () => {
      const id = await search.insert(shop.db);
      for (const q of search.finds.flatMap(between)) expect([q, await find(q)]).toEqual([q, [id]]);
      for (const q of [...between(search.findsNot), '%', '_', '"zz"', '\\', "' OR 1=1 --", "%' --", 'क्ष'])
        expect([q, await find(q)]).toEqual([q, []]);
    });

  test('refuses wrong cursors, choices and texts that are too long, and changes nothing', async () => {
    const before = await snapshot(shop.db);
    const ofParameters = parametersOf(route).flatMap(({ name, schema }) => {
      const { enum: choices, maxLength } = resolve(schema);
      return [
        ...(choices ? [`${name}=lost`, `${name}=`] : []),
        ...(maxLength ? [`${name}=${'x'.repeat(maxLength + 1)}`] : []),
      ];
    });
    for (const query of ['after=x', 'after=1.', "after=1.x' OR 1", ...ofParameters, ...wrong]) {
      const { status, body } = await operator.get(`${path}?${new URLSearchParams(query)}`);
      expect([query, status, body.code]).toEqual([query, 422, 'invalid']);
    }
    expect(await snapshot(shop.db)).toEqual(before);
  });
});
