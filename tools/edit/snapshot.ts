/** `edit/content.json`: what the editor's server has of `content/`. */
import type { ContentFiles } from '#tools/lib/check-content.ts';

export type ContentSnapshot = {
  texts: Record<string, string>;
  others: string[];
  pincodes: string;
  ownPages: readonly string[];
};

/** @returns `undefined` when it cannot be loaded */
export const readSnapshot = (): Promise<ContentSnapshot | undefined> =>
  fetch('/edit/content.json')
    .then<ContentSnapshot | undefined>((response) => (response.ok ? response.json() : undefined))
    .catch(() => undefined);

/** The files of a snapshot, with others in their place or besides them. */
export function filesIn(
  { texts, others, pincodes, ownPages }: ContentSnapshot,
  changed: Record<string, string> = {},
  added: readonly string[] = [],
): ContentFiles {
  const all = { ...texts, ...changed };
  const names = [...new Set([...Object.keys(all), ...others, ...added])];
  return {
    names: () => names,
    read: (name) => all[name],
    pincodes: () => pincodes,
    ownPages: () => ownPages,
  };
}
