/** Runs the build's checks before Sveltia CMS saves an entry (entry-problems.ts). */
import CMS, { type AppEventListener } from '@sveltia/cms';
import { pictureEndings } from '#lib/content-fields.ts';
import { singles } from './collections.ts';
import { problemsOf } from './entry-problems.ts';
import { readSnapshot } from './snapshot.ts';

/** Refuses to save: the CMS shows the cause of an error with this message. */
const refuse = (...sentences: string[]): never => {
  throw new Error('saving_failed', { cause: new Error(sentences.join(' ')) });
};

/**
 * The values without the keys that the CMS gives the items of lists once one is added, moved or removed
 * (`__sc_item_id`): no field of the content begins so.
 */
function withoutOwnKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOwnKeys);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      name.startsWith('__sc_') ? [] : [[name, withoutOwnKeys(part)]],
    ),
  );
}

/** The folders of pictures that are not beside their file (collections.ts), as the CMS writes them before a new picture. */
const folders = [...new Set(singles.flatMap(({ pictures }) => pictures ?? []))].join('|');
const newPicture = new RegExp(`^(?:${folders})/(?=[\\w~-]+\\.(?:${pictureEndings.join('|')})$)`);

/** The values with pictures by their names alone. */
function withoutFolders(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(newPicture, '');
  if (Array.isArray(value)) return value.map(withoutFolders);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutFolders(part)]));
}

/** The doubts that were shown last. Saving again confirms them. */
let shown = '';

const beforeSave: AppEventListener['handler'] = async ({ entry }) => {
  const { path, data } = entry.toJS() as { path: string; data: object };
  const values = withoutFolders(withoutOwnKeys(data)) as Record<string, unknown>;
  const { wrong, doubtful } = problemsOf(
    { name: path.replace(/^content\//, ''), values },
    await readSnapshot(),
  );
  if (wrong.length) refuse(...wrong);
  const doubts = doubtful.length ? [path, ...doubtful].join(' ') : '';
  const isConfirmed = doubts === shown;
  shown = isConfirmed ? '' : doubts;
  if (doubts && !isConfirmed)
    refuse(
      ...doubtful,
      'Please correct it. If it is right, or will be right when you publish it, save once more.',
    );
  // The CMS would add the switch to every product that is saved.
  if (values.placeholder === false) delete values.placeholder;
  return entry.set('data', values);
};

/** Must run before the CMS starts. */
export function checkBeforeSaving(): void {
  CMS.registerEventListener({ name: 'preSave', handler: beforeSave });
}
