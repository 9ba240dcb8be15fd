import { useEffect, useRef, useState } from 'react';
import type { Failure, Outcome } from '#lib/outcome.ts';

export type Pages<T, Answer = unknown> = {
  state: 'loading' | 'failed' | 'ready';
  rows: readonly T[];
  /** The newest answer, for what it holds besides the rows; also one with an older key. */
  answer: Answer | undefined;
  failure: Failure | undefined;
  /** Whether `more()` can load more rows. */
  hasMore: boolean;
  busy: boolean;
  more(): void;
  /** Loads from the beginning; the present rows stay until the answer arrives. */
  reload(): void;
  /** Loads all loaded pages again, for rows that may have changed meanwhile. */
  refresh(): void;
};

/** The rows that are loaded of a list. @property next the cursor of the following page */
export type LoadedRows<T> = { key: string; rows: readonly T[]; next: string | null; failure?: Failure };

/**
 * Loads a list page by page.
 * @param key identifies the list with its filters; a new key starts again, and answers to an older one are ignored
 * @param load loads a page; the `next` of its answer is the cursor of the following page
 * @param rowsOf reads the rows of an answer
 * @param kept holds the rows beyond the component: they are shown at once when the list is opened again, then refreshed
 */
export function usePages<T, Answer extends { next: string | null }>(
  key: string,
  load: (after: string | undefined) => Promise<Outcome<Answer>>,
  rowsOf: (answer: Answer) => readonly T[],
  kept?: { current?: LoadedRows<T> },
): Pages<T, Answer> {
  const [loaded, setLoaded] = useState(kept?.current);
  const [answer, setAnswer] = useState<Answer>();
  const [busy, setBusy] = useState(false);
  const latest = useRef({ load, key });
  latest.current = { load, key };
  const current = loaded?.key === key ? loaded : undefined;
  useEffect(() => {
    if (kept && loaded) kept.current = loaded;
  }, [kept, loaded]);

  const fetchPage = async (after: string | undefined) => {
    const requestKey = latest.current.key;
    setBusy(true);
    const response = await latest.current.load(after);
    if (latest.current.key !== requestKey) return;
    setBusy(false);
    if (response.ok) setAnswer(response.data);
    setLoaded((before) => {
      const same = before?.key === requestKey ? before : undefined;
      if (!response.ok)
        return { key: requestKey, rows: same?.rows ?? [], next: same?.next ?? null, failure: response };
      const rows = rowsOf(response.data);
      const all = after && same ? [...same.rows, ...rows] : rows;
      return { key: requestKey, rows: all, next: response.data.next };
    });
  };

  const refresh = async () => {
    const count = current?.rows.length ?? 0;
    const rows: T[] = [];
    let next: string | null = null;
    do {
      const response: Outcome<Answer> = await latest.current.load(next ?? undefined);
      if (latest.current.key !== key || !response.ok) return;
      rows.push(...rowsOf(response.data));
      next = response.data.next;
    } while (next && rows.length < count);
    // Another page may have been loaded meanwhile.
    setLoaded((before) => (before === loaded ? { key, rows, next } : before));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `key` starts again
  useEffect(() => void (current ? refresh() : fetchPage(undefined)), [key]);

  return {
    state: !current ? 'loading' : current.failure && !current.rows.length ? 'failed' : 'ready',
    rows: current?.rows ?? [],
    answer,
    failure: current?.failure,
    hasMore: Boolean(current?.next),
    busy,
    more: () => void fetchPage(current?.next ?? undefined),
    reload: () => void fetchPage(undefined),
    refresh: () => void refresh(),
  };
}
