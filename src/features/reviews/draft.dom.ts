/** The draft of a review, stored in this tab, so that it survives signing in. */

import { asRecord } from '#lib/record.ts';
import { readSessionStorage, removeSessionStorage, writeSessionStorage } from '#lib/session-storage.dom.ts';
import { type ReviewValues, reviewFields, valuesFrom } from './review-values.ts';

const keyOf = (id: string): string => `review:${id}`;

export const writeDraft = (id: string, draft: ReviewValues): void => writeSessionStorage(keyOf(id), draft);
export const dropDraft = (id: string): void => removeSessionStorage(keyOf(id));

const isWritten = ({ rating, title, comment }: ReviewValues): boolean => Boolean(rating || title || comment);

export const readForm = (form: HTMLFormElement): ReviewValues => {
  const given = new FormData(form);
  return valuesFrom((name) => given.get(name));
};

/** Sets fields; a value that a field does not offer is left out. */
export function fillForm(form: HTMLFormElement, values: Partial<ReviewValues>): void {
  for (const name of reviewFields) {
    const field = form.elements.namedItem(name);
    const value = values[name];
    if (value === undefined) continue;
    if (field instanceof HTMLSelectElement)
      field.selectedIndex = Math.max(
        0,
        [...field.options].findIndex((option) => option.value === value),
      );
    else if (field) (field as HTMLInputElement | RadioNodeList).value = value;
  }
}

/** Restores the draft into a form in which nothing is written. @returns whether something is written there now */
export function restoreDraft(form: HTMLFormElement, id: string): boolean {
  if (isWritten(readForm(form))) return true;
  const stored = asRecord(readSessionStorage(keyOf(id)));
  const draft = valuesFrom((name) => stored[name]);
  if (!isWritten(draft)) return false;
  fillForm(form, draft);
  return true;
}
