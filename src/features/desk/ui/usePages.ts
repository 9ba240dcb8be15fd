import { useEffect, useRef, useState } from 'react';
import type { Failure, Outcome } from '#lib/outcome.ts';

/** A page of a list. @property next cursor of the following page */
export type Page<T> = { rows: readonly T[]; next: string | null };

/** Converts an answer of the API to a page. @param rowsOf reads the rows of the answer */
export const asPage = <A extends { next: string | null }, T>(
  answer: Outcome<A>,
  rowsOf: (data: A) => readonly T[],
): Outcome<Page<T>> =>
  answer.ok ? { ok: true, data: { rows: rowsOf(answer.data), next: answer.data.next } } : answer;

export type Pages<T> = {
  state: 'loading' | 'failed' | 'ready';
  rows: readonly T[];
  failure: Failure | undefined;
  /** Whether `more()` can load more rows. */
  hasMore: boolean;
  busy: boolean;
  more(): void;
  /** Loads from the beginning; the present rows stay until the answer arrives. */
  reload(): void;
};

/**
 * Loads a list page by page.
 * @param key identifies the list with its filters; a new key starts again, and answers to an older one are ignored
 */
export function usePages<T>(
  key: string,
  load: (after: string | undefined) => Promise<Outcome<Page<T>>>,
): Pages<T> {
  const [loaded, setLoaded] = useState<{
    key: string;
    rows: readonly T[];
    next: string | null;
    failure?: Failure;
  }>();
  const [busy, setBusy] = useState(false);
  const latest = useRef({ load, key });
  latest.current = { load, key };

  const fetchPage = async (after: string | undefined) => {
    const requestKey = latest.current.key;
    setBusy(true);
    const answer = await latest.current.load(after);
    if (latest.current.key !== requestKey) return;
    setBusy(false);
    setLoaded((before) => {
      const same = before?.key === requestKey ? before : undefined;
      if (!answer.ok)
        return { key: requestKey, rows: same?.rows ?? [], next: same?.next ?? null, failure: answer };
      const rows = after && same ? [...same.rows, ...answer.data.rows] : answer.data.rows;
      return { key: requestKey, rows, next: answer.data.next };
    });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `key` starts again
  useEffect(() => void fetchPage(undefined), [key]);

  const current = loaded?.key === key ? loaded : undefined;
  return {
    state: !current ? 'loading' : current.failure && !current.rows.length ? 'failed' : 'ready',
    rows: current?.rows ?? [],
    failure: current?.failure,
    hasMore: Boolean(current?.next),
    busy,
    more: () => void fetchPage(current?.next ?? undefined),
    reload: () => void fetchPage(undefined),
  };
}
