/** Which column was which field, as somebody has said it on this device, by the headings of the file. */
import type { FormColumn } from 'shop-import/column-form';
import type { ColumnMapping } from 'shop-import/table-fields';
import { readStored, store } from '#lib/device-storage.dom.ts';

const key = 'importColumns';
/** Files that are remembered. */
const most = 20;

type Saved = [headings: string, mapping: ColumnMapping][];

const headingsOf = (columns: readonly FormColumn[]): string =>
  columns.map(({ heading }) => heading).join('\n');

function readSaved(): Saved {
  try {
    const saved: unknown = JSON.parse(readStored('localStorage', key) ?? '[]');
    return Array.isArray(saved) ? (saved as Saved) : [];
  } catch {
    return [];
  }
}

/** The mapping of a file with these headings; undefined where there is none. */
export const savedMapping = (columns: readonly FormColumn[]): ColumnMapping | undefined =>
  readSaved().find(([headings]) => headings === headingsOf(columns))?.[1];

export function saveMapping(columns: readonly FormColumn[], mapping: ColumnMapping): void {
  const own = headingsOf(columns);
  const others = readSaved().filter(([headings]) => headings !== own);
  const all = Object.keys(mapping).length ? [[own, mapping], ...others] : others;
  store('localStorage', key, JSON.stringify(all.slice(0, most)));
}
