/**
 * Every list of every content type in the real editor: something is added, changed, moved and removed, and after each save the
 * file holds exactly that. `npm run verify` walks through a few types, `npm run test:slow` through all.
 */
import type { Page } from 'playwright-core';
import { formatContent } from '#tools/edit/content-style.ts';
import { checkContent } from '#tools/lib/content.ts';
import { partOf } from '../support/whole.ts';
import {
  drawAllFields,
  enter,
  enterItem,
  moveUp,
  removeItem,
  saveEntry,
  toggle,
  unfold,
} from './edit-form.ts';
import {
  type ContentFile,
  contentFilesByType,
  filesToWalk,
  inOrder,
  knownReferences,
  type List,
  labelOf,
  lastStays,
  type Part,
  type Value,
  type Values,
  valueAt,
  withChange,
  withItems,
} from './edit-plan.ts';
import { editorTest, formOf } from './edit-steps.ts';
import { changeIn, given, newEntry } from './edit-values.ts';
import { becomes, see } from './visitor.ts';

const { test, openEditor, read, folder } = editorTest();

const all = contentFilesByType();
const known = knownReferences(all);

/** The types whose lists are the most different come first. */
const first = ['sales.yaml', 'delivery.yaml', 'products/'];
const rankOf = (path: string) => first.findIndex((one) => path.startsWith(one)) + 1 || first.length + 1;
const types = all
  .map(filesToWalk)
  .flatMap((files) =>
    files[0] ? [{ name: files[0].file.path.replace(/\/(?:index\.md|[^/]+\/index\.md)$/, ''), files }] : [],
  )
  .sort((one, other) => rankOf(one.files[0]?.file.path ?? '') - rankOf(other.files[0]?.file.path ?? ''));

const itemsOf = (values: Values, { path }: List) => (valueAt(values, path) as Value[] | undefined) ?? [];

/**
 * A list that is changed. @property at where the item is now that was added last @property from its items before
 * @property full there can be no more items: one is replaced
 */
type Walked = { list: List; at: number; added: Value[]; from: Value[]; full: boolean };

const movedUp = (items: Value[], at: number): Value[] =>
  items.with(at, items[at - 1]).with(at - 1, items[at]);

/** Choices stand in the order in which they were made. */
const toggled = (items: Value[], one: Value): Value[] =>
  items.includes(one) ? items.filter((other) => other !== one) : [...items, one];

/** The editor writes what looks like a day without quotes. */
const withDays = (values: Values): unknown =>
  JSON.parse(JSON.stringify(values), (_, value) =>
    /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(value) : value,
  );

/** Walks through lists of one entry. Nested lists come after theirs, and keep the places of the items that have them. */
async function walk(page: Page, file: ContentFile, lists: List[]): Promise<void> {
  let values = file.values;
  const set = (list: List, items: Value[]) => {
    values = withItems(values, list.path, items);
  };
  const open = async () => {
    await page.evaluate((url) => location.assign(`#${url}`), file.url);
    await see(formOf(page).locator('[data-key-path]'));
  };
  const save = async () => {
    await saveEntry(page);
    const text = formatContent(`content/${file.path}`, withDays(values), file.body);
    await becomes(() => read(file.path), text);
  };

  await open();
  const walked: Walked[] = [];
  for (const list of lists) {
    const { path, type, part } = list;
    const from = itemsOf(values, list);
    const full = from.length > 0 && from.length === part.shape.maxItems && !part.field.multiple;
    await unfold(page, path);
    if (full) {
      await removeItem(page, path, from.length - 1);
      set(list, from.slice(0, -1));
    }
    const added: Value[] = [];
    // Two where there was none, so that they can be moved.
    for (let at = 0; at < (from.length || part.field.multiple ? 1 : 2); at++) {
      const items = itemsOf(values, list);
      const entry = given[type]?.[at] ?? newEntry(list, items, known);
      if (part.field.multiple) await toggle(page, path, labelOf(part, String(entry)));
      else await enterItem(page, path, part, items.length, entry);
      added.push(entry);
      set(list, part.field.multiple ? toggled(items, entry) : [...items, entry]);
    }
    let at = itemsOf(values, list).length - 1;
    if (lastStays.includes(type)) {
      await moveUp(page, path, at);
      set(list, movedUp(itemsOf(values, list), at));
      at -= 1;
    }
    walked.push({ list, at, added, from, full });
  }
  await save();

  await open();
  for (const one of walked.toReversed()) {
    const { list, at } = one;
    const { path, type, part } = list;
    if (part.field.multiple) continue;
    const items = itemsOf(values, list);
    await unfold(page, path);
    const change = changeIn(part.item ?? part, items[at]);
    if (change) {
      const place = [path, at, ...(change.path ? [change.path] : [])].join('.');
      await unfold(page, place);
      await enter(page, place, change.part, change.value);
    }
    const changed = change ? items.with(at, withChange(items[at], change.path, change.value)) : items;
    set(list, changed);
    if (at === 0 || inOrder.includes(type)) continue;
    await moveUp(page, path, at);
    set(list, movedUp(changed, at));
    one.at -= 1;
  }
  if (walked.some(({ list }) => !list.part.field.multiple)) await save();

  await open();
  /** Whether a list is in an item that was added: it is removed with it. */
  const isInAdded = (path: string) =>
    walked.some(
      ({ list, from }) =>
        path.startsWith(`${list.path}.`) &&
        Number.parseInt(path.slice(list.path.length + 1), 10) >= from.length,
    );
  for (const { list, at, added, from, full } of walked) {
    const { path, part } = list;
    if (isInAdded(path)) continue;
    await unfold(page, path);
    if (part.field.multiple) {
      const one = added[0];
      await toggle(page, path, labelOf(part, String(one)));
      set(list, toggled(toggled(from, one), one));
    } else {
      // One that was added before it comes after it.
      for (const _ of added) await removeItem(page, path, at);
      // A picture of the shop that is uploaded again would get another name: it has one here.
      const last: Value = JSON.parse(JSON.stringify(from.at(-1) ?? null).replaceAll('.jpg"', '-again.jpg"'));
      if (full) await enterItem(page, path, part, from.length - 1, last);
      set(list, full ? from.with(-1, last) : from);
    }
  }
  // As it was, but that an empty list is left out, and that a choice that was taken back stands last.
  await save();
}

test('options are added together with the choices of each size', async () => {
  const page = await openEditor(drawAllFields);
  const file = all.flat().find(({ path }) => path === 'products/hydra-moisturizer/index.md');
  const options = file?.parts.find(({ name }) => name === 'options');
  const choices = file?.parts
    .find(({ name }) => name === 'variants')
    ?.fields?.find(({ name }) => name === 'choices');
  if (!file || !options || !choices) throw new Error('the editor does not show options');
  const entered: [path: string, part: Part, texts: string[]][] = [
    ['options', options, ['Size', 'Scent']],
    ['variants.0.choices', choices, ['50 ml', 'Rose']],
    ['variants.1.choices', choices, ['100 ml', 'Rose']],
  ];
  await page.evaluate((url) => location.assign(`#${url}`), file.url);
  await see(formOf(page).locator('[data-key-path]'));
  let values = file.values;
  for (const [path, part, texts] of entered) {
    await unfold(page, path);
    for (const [at, text] of texts.entries()) await enterItem(page, path, part, at, text);
    values = withItems(values, path, texts);
  }
  await saveEntry(page);
  const text = formatContent(`content/${file.path}`, withDays(values), file.body);
  await becomes(() => read(file.path), text);
  checkContent(folder());
});

test.each(partOf(types, first.length))('$name', async ({ files }) => {
  const page = await openEditor(drawAllFields);
  for (const { file, lists } of files) await walk(page, file, lists);
  checkContent(folder());
});
