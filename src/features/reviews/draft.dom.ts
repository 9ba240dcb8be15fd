/** The draft of a review, stored in this tab, so that it survives signing in. */

import { asRecord } from '#lib/record.ts';
import { readSessionStorage, removeSessionStorage, writeSessionStorage } from '#lib/session-storage.dom.ts';

export type Draft = { rating: number; title: string; comment: string };

const keyOf = (id: string): string => `review:${id}`;

export const writeDraft = (id: string, draft: Draft): void => writeSessionStorage(keyOf(id), draft);
export const dropDraft = (id: string): void => removeSessionStorage(keyOf(id));

/** Parses the stored draft; undefined if it is empty. */
function readDraft(id: string): Draft | undefined {
  const { rating, title, comment } = asRecord(readSessionStorage(keyOf(id)));
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const draft = {
    rating: [1, 2, 3, 4, 5].find((n) => n === rating) ?? 0,
    title: text(title),
    comment: text(comment),
  };
  return draft.rating || draft.title || draft.comment ? draft : undefined;
}

/** Restores a draft into an empty form. @returns whether it did */
export function restoreDraft(form: HTMLFormElement, id: string): boolean {
  const draft = readDraft(id);
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | RadioNodeList;
  if (!draft || ['rating', 'title', 'comment'].some((name) => field(name).value)) return false;
  field('rating').value = String(draft.rating || '');
  field('title').value = draft.title;
  field('comment').value = draft.comment;
  return true;
}
