/** Runs the build's checks before Sveltia CMS saves an entry (entry-problems.ts). */
import CMS, { type AppEventListener } from '@sveltia/cms';
import { problemsOf } from './entry-problems.ts';
import { readSnapshot } from './snapshot.ts';

/** Refuses to save: the CMS shows the cause of an error with this message. */
const refuse = (...sentences: string[]): never => {
  throw new Error('saving_failed', { cause: new Error(sentences.join(' ')) });
};

/** The doubts that were shown last. Saving again confirms them. */
let shown = '';

const beforeSave: AppEventListener['handler'] = async ({ entry }) => {
  const { path, data } = entry.toJS() as { path: string; data: object };
  const saved = { name: path.replace(/^content\//, ''), values: { ...data } };
  const { wrong, doubtful } = problemsOf(saved, await readSnapshot());
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
  return 'placeholder' in data && data.placeholder === false
    ? entry.deleteIn(['data', 'placeholder'])
    : entry;
};

/** Must run before the CMS starts. */
export function checkBeforeSaving(): void {
  CMS.registerEventListener({ name: 'preSave', handler: beforeSave });
}
