/** The draft of a review, stored in this tab, so that it survives signing in. */

import { asRecord } from '#lib/record.ts';
import { readSessionStorage, removeSessionStorage, writeSessionStorage } from '#lib/session-storage.dom.ts';
import { type ReviewValues, valuesFrom } from './review-values.ts';

const keyOf = (id: string): string => `review:${id}`;

export const writeDraft = (id: string, draft: ReviewValues): void => writeSessionStorage(keyOf(id), draft);
export const dropDraft = (id: string): void => removeSessionStorage(keyOf(id));

export function readDraft(id: string): ReviewValues {
  const stored = asRecord(readSessionStorage(keyOf(id)));
  return valuesFrom((name) => stored[name]);
}

export const isWritten = ({ rating, title, comment }: ReviewValues): boolean =>
  Boolean(rating || title || comment);
