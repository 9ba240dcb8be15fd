import { Fragment } from 'react';
import type { RoutineContent } from '#domain/routine/routine-content.ts';

type Props = {
  /** All sources of `content/routine.yaml`. */
  sources: RoutineContent['sources'];
  ids: readonly string[];
};

/** The sources with these ids, in one line. */
export function SourceList({ sources, ids }: Props) {
  const named = sources.filter(({ id }) => ids.includes(id));
  return (
    <>
      {named.length > 1 ? 'Sources: ' : 'Source: '}
      {named.map(({ id, title, year, url }, n) => (
        <Fragment key={id}>
          {n > 0 && '; '}
          {url ? (
            <a href={url} rel="noreferrer">
              {title}, {year}
            </a>
          ) : (
            `${title}, ${year}`
          )}
        </Fragment>
      ))}
    </>
  );
}
