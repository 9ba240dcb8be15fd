/** The link of the email that asks for a review, stored in this tab: it stands for an account. */
import { readSessionStorage, removeSessionStorage, writeSessionStorage } from '#lib/session-storage.dom.ts';

const keyOf = (id: string): string => `review-link:${id}`;

/** @param id of the product */
export const writeLink = (id: string, link: string): void => writeSessionStorage(keyOf(id), link);
export const dropLink = (id: string): void => removeSessionStorage(keyOf(id));

/** `link` for the body of a request; empty without one. */
export function linkOf(id: string): { link?: string } {
  const link = readSessionStorage(keyOf(id));
  return typeof link === 'string' ? { link } : {};
}
