/** Steps in the form of the editor: entering values, and adding, moving and removing the items of lists. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { contentRoot } from '#tools/lib/content.ts';
import { isList, kindLabel, kindOf, labelOf, type Part, type Value, type Values } from './edit-plan.ts';
import { formOf } from './edit-steps.ts';
import { becomes } from './visitor.ts';

/** Fields are drawn at once, where the CMS waits until they come near the view. To be called before the page is opened. */
export const drawAllFields = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const far = { rootMargin: '100000px', scrollMargin: '100000px' };
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(call: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super(call, { ...options, ...far });
      }
    };
  });

/** A picture of the home page by its name, or one that has no other name: the editor knows equal bytes again. */
function pictureNamed(name: string): Buffer {
  const file = join(contentRoot, 'home', name);
  const any = readFileSync(join(contentRoot, 'home', 'arch.jpg'));
  return existsSync(file) ? readFileSync(file) : Buffer.concat([any, Buffer.from(name)]);
}

/** The field at a path, such as `sales.0.name`. */
const fieldAt = (page: Page, path: string): Locator => page.locator(`[data-key-path="${path}"]`).first();

/** Waits for a control of a field itself, not of the fields in it, and does this with it. @param at which one; negative from the end */
async function control(
  page: Page,
  does: 'click' | 'ArrowUp',
  path: string,
  selector: string,
  at = 0,
): Promise<void> {
  await page.waitForFunction(
    ({ does, path, selector, at }) => {
      const field = document.querySelector(`[data-key-path="${path}"]`);
      const all = [...(field?.querySelectorAll<HTMLButtonElement>(selector) ?? [])];
      const one = all.filter((one) => one.closest('[data-key-path]') === field).at(at);
      if (!one || one.disabled) return false;
      if (does === 'click') one.click();
      else one.dispatchEvent(new KeyboardEvent('keydown', { key: does, bubbles: true, cancelable: true }));
      return true;
    },
    { does, path, selector, at },
  );
}

const addItem = (page: Page, path: string) => control(page, 'click', path, 'button[data-label^="Add "]', -1);

export const removeItem = (page: Page, path: string, at: number): Promise<void> =>
  control(page, 'click', path, 'button[aria-label="Remove"]', at);

/** With the key that moves an item. It is not typed: the editor focuses what it has moved a moment later. */
export const moveUp = (page: Page, path: string, at: number): Promise<void> =>
  control(page, 'ArrowUp', path, '[data-action="reorder"]', at);

/** Unfolds every list, item and group on the way to a field, until the field is drawn. */
export async function unfold(page: Page, path: string): Promise<void> {
  await page.waitForFunction((path) => {
    const steps = path.split('.');
    for (let length = 1; length <= steps.length; length++) {
      const field = document.querySelector(`[data-key-path="${steps.slice(0, length).join('.')}"]`);
      const folds = [
        ...(field?.querySelectorAll<HTMLElement>('button[aria-controls][aria-expanded]') ?? []),
      ].filter((one) => one.closest('[data-key-path]') === field);
      const index = /^\d+$/.test(steps[length] ?? '') ? Number(steps[length]) : -1;
      const folded = [folds[0], index < 0 ? undefined : folds[index + 1]].filter(
        (one) => one?.ariaExpanded === 'false',
      );
      for (const one of folded) one?.click();
      // What was folded is drawn with the next frames.
      if (folded.length) return false;
    }
    return !!document
      .querySelector(`[data-key-path="${path}"]`)
      ?.querySelector(
        'input, textarea, [role]:not([role="group"]), [data-label^="Add "], [aria-label="Remove"]',
      );
  }, path);
}

/** A choice among a few or many. */
async function choose(page: Page, path: string, label: string): Promise<void> {
  const field = fieldAt(page, path);
  const few = field.getByRole('radio', { name: label, exact: true });
  const many = field.getByRole('combobox');
  await few.or(many).first().waitFor();
  // A form that is still being drawn forgets a choice.
  if (await few.count())
    return becomes(async () => {
      if (!(await few.isChecked())) await few.click();
      return few.isChecked();
    }, true);
  await many.click();
  await page.getByRole('option', { name: label, exact: true }).locator('visible=true').first().click();
}

/** Adds one to a list of fixed choices, or takes it away. */
export async function toggle(page: Page, path: string, label: string): Promise<void> {
  const field = fieldAt(page, path);
  const few = field.getByRole('checkbox', { name: label, exact: true });
  const chosen = field.getByRole('row').filter({ hasText: label }).getByRole('button');
  const many = field.getByRole('combobox');
  await few.or(chosen).or(many).first().waitFor();
  if (await few.count()) await few.click();
  else if (await chosen.count()) await chosen.first().click();
  else await choose(page, path, label);
}

/** Enters a value in an empty field. */
export async function enter(page: Page, path: string, part: Part, value: Value): Promise<void> {
  const { field, fields, shape } = part;
  if (value === undefined || shape.const !== undefined) return;
  const at = fieldAt(page, path);
  if (field.multiple) for (const one of value as string[]) await toggle(page, path, labelOf(part, one));
  else if (isList(part))
    for (const [index, one] of (value as Value[]).entries()) await enterItem(page, path, part, index, one);
  else if (fields) {
    const added = at.getByRole('checkbox', { name: /^Add / }).first();
    if (field.required === false) await added.waitFor();
    if ((await added.count()) && (await added.getAttribute('aria-checked')) === 'false') await added.click();
    for (const one of fields) await enter(page, `${path}.${one.name}`, one, (value as Values)[one.name]);
  } else if (field.widget === 'boolean') {
    const button = at.getByRole('switch');
    if (((await button.getAttribute('aria-checked')) === 'true') !== value) await button.click();
  } else if (field.widget === 'image') {
    const name = String(value);
    const file = { name, mimeType: 'image/jpeg', buffer: pictureNamed(name) };
    await at.locator('input[type="file"]').first().setInputFiles(file);
    await at.locator('img').first().waitFor();
  } else if (field.widget === 'select' || field.widget === 'relation')
    await choose(page, path, labelOf(part, String(value)));
  else await at.locator('input, textarea').first().fill(String(value));
}

/** Adds an item to a list of `index` items. */
export async function enterItem(
  page: Page,
  path: string,
  part: Part,
  index: number,
  value: Value,
): Promise<void> {
  await addItem(page, path);
  if (part.item) return enter(page, `${path}.${index}`, part.item, value);
  if (part.kinds)
    await page.getByRole('menuitem', { name: kindLabel(part, kindOf(value)), exact: true }).click();
  for (const one of (part.kinds ? part.kinds.get(kindOf(value)) : part.fields) ?? [])
    await enter(page, `${path}.${index}.${one.name}`, one, (value as Values)[one.name]);
}

/** Saves, also what is doubtful. @throws Error with the reason why it is not saved */
export async function saveEntry(page: Page): Promise<void> {
  const refusal = page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .filter({ hasText: 'is not saved' });
  const wrong = page.locator('[data-key-path]:has(> div [role="alert"], > [role="alert"])');
  const invalid = formOf(page).locator('[aria-invalid="true"]');
  for (let isConfirmed = false; ; isConfirmed = true) {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await Promise.race([
      formOf(page).waitFor({ state: 'hidden' }),
      refusal.waitFor(),
      invalid.first().waitFor(),
    ]);
    if (await invalid.count()) throw new Error(`These fields are wrong: ${await wrong.allInnerTexts()}`);
    // The editor closes the entry, which would close the next one too.
    if (!(await refusal.count())) return page.waitForURL((url) => !url.hash.includes('/entries/'));
    const text = (await refusal.innerText()).replace(/\s+/g, ' ');
    await refusal.getByRole('button', { name: 'OK' }).click();
    if (isConfirmed || !text.includes('save once more')) throw new Error(text);
  }
}
