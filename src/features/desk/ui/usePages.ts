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
};

/**
 * Loads a list page by page.
 * @param key identifies the list with its filters; a new key starts again, and answers to an older one are ignored
 * @param load loads a page; the `next` of its answer is the cursor of the following page
 * @param rowsOf reads the rows of an answer
 */
export function usePages<T, Answer extends { next: string | null }>(
  key: string,
  load: (after: string | undefined) => Promise<Outcome<Answer>>,
  rowsOf: (answer: Answer) => readonly T[],
): Pages<T, Answer> {
  const [loaded, setLoaded] = useState<{
    key: string;
    rows: readonly T[];
    next: string | null;
    failure?: Failure;
  }>();
  const [answer, setAnswer] = useState<Answer>();
  const [busy, setBusy] = useState(false);
  const latest = useRef({ load, key });
  latest.current = { load, key };

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

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `key` starts again
  useEffect(() => void fetchPage(undefined), [key]);

  const current = loaded?.key === key ? loaded : undefined;
  return {
    state: !current ? 'loading' : current.failure && !current.rows.length ? 'failed' : 'ready',
    rows: current?.rows ?? [],
    answer,
    failure: current?.failure,
    hasMore: Boolean(current?.next),
    busy,
    more: () => void fetchPage(current?.next ?? undefined),
    reload: () => void fetchPage(undefined),
  };
}
