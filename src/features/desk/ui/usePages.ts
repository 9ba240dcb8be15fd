import { useEffect, useRef, useState } from 'react';
import type { Failure, Outcome } from '#lib/outcome.ts';

/** A list that comes in pages; `next` is where the following one begins. */
export type Page<T> = { rows: readonly T[]; next: string | null };

/** An answer of the API as a page. @param rowsOf takes its rows out of it */
export const asPage = <A extends { next: string | null }, T>(
  answer: Outcome<A>,
  rowsOf: (data: A) => readonly T[],
): Outcome<Page<T>> =>
  answer.ok ? { ok: true, data: { rows: rowsOf(answer.data), next: answer.data.next } } : answer;

export type Pages<T> = {
  state: 'loading' | 'failed' | 'ready';
  rows: readonly T[];
  failure: Failure | undefined;
  /** There are more, and `more()` brings them. */
  hasMore: boolean;
  busy: boolean;
  more(): void;
  /** From the beginning; what is shown stays until the answer is there. */
  reload(): void;
};

/**
 * @param key what is asked for, filters included; another key begins anew, and an answer to an older one
 *   is not shown
 */
export function usePages<T>(
  key: string,
  load: (after: string | undefined) => Promise<Outcome<Page<T>>>,
): Pages<T> {
  const [kept, keep] = useState<{
    key: string;
    rows: readonly T[];
    next: string | null;
    failure?: Failure;
  }>();
  const [busy, setBusy] = useState(false);
  const latest = useRef({ load, key });
  latest.current = { load, key };

  const ask = async (after: string | undefined) => {
    const asked = latest.current.key;
    setBusy(true);
    const answer = await latest.current.load(after);
    if (latest.current.key !== asked) return;
    setBusy(false);
    keep((before) => {
      const same = before?.key === asked ? before : undefined;
      if (!answer.ok)
        return { key: asked, rows: same?.rows ?? [], next: same?.next ?? null, failure: answer };
      const rows = after && same ? [...same.rows, ...answer.data.rows] : answer.data.rows;
      return { key: asked, rows, next: answer.data.next };
    });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says when to begin anew
  useEffect(() => void ask(undefined), [key]);

  const current = kept?.key === key ? kept : undefined;
  return {
    state: !current ? 'loading' : current.failure && !current.rows.length ? 'failed' : 'ready',
    rows: current?.rows ?? [],
    failure: current?.failure,
    hasMore: Boolean(current?.next),
    busy,
    more: () => void ask(current?.next ?? undefined),
    reload: () => void ask(undefined),
  };
}
