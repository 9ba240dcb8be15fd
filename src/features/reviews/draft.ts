/** A review that is being written: kept in this tab, so that signing in first costs no words. */
import { asRecord, dropTab, readTab, writeTab } from '#lib/tab.ts';

export type Draft = { rating: number; title: string; comment: string };

const keyOf = (id: string): string => `review:${id}`;

export const writeDraft = (id: string, draft: Draft): void => writeTab(keyOf(id), draft);
export const dropDraft = (id: string): void => dropTab(keyOf(id));

/** Reads what was stored, by us or by whoever got there first; undefined when nothing was written. */
function readDraft(id: string): Draft | undefined {
  const { rating, title, comment } = asRecord(readTab(keyOf(id)));
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const draft = {
    rating: [1, 2, 3, 4, 5].find((n) => n === rating) ?? 0,
    title: text(title),
    comment: text(comment),
  };
  return draft.rating || draft.title || draft.comment ? draft : undefined;
}

/** Puts a draft back into its form. @returns whether there was one, for a form that was still empty */
export function restoreDraft(form: HTMLFormElement, id: string): boolean {
  const draft = readDraft(id);
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | RadioNodeList;
  if (!draft || ['rating', 'title', 'comment'].some((name) => field(name).value)) return false;
  field('rating').value = String(draft.rating || '');
  field('title').value = draft.title;
  field('comment').value = draft.comment;
  return true;
}
