import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure, Outcome } from '#lib/outcome.ts';

export type Load<T> =
  | { state: 'loading' }
  | { state: 'failed'; failure: Failure }
  | { state: 'ready'; data: T };

const loading = { state: 'loading' } as const;

type Options = {
  /** Called on every failure, also if older data stay. */
  onFailure?: (failure: Failure) => void;
};

/**
 * Loads data from the server, again when `key` changes (not while it is undefined) and on `reload`. During a reload,
 * and if it fails, the old data stay.
 */
export function useLoad<T>(
  key: string | undefined,
  load: () => Promise<Outcome<T>>,
  { onFailure }: Options = {},
) {
  const [kept, keep] = useState<{ key?: string; load: Load<T> }>({ load: loading });
  const [busy, setBusy] = useState(false);
  const [round, setRound] = useState(0);
  const latest = useRef({ load, onFailure });
  latest.current = { load, onFailure };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` is how a reload asks again
  useEffect(() => {
    if (key === undefined) return;
    let current = true;
    setBusy(true);
    void latest.current.load().then((answer) => {
      if (!current) return;
      setBusy(false);
      keep((before) => {
        if (answer.ok) return { key, load: { state: 'ready', data: answer.data } };
        const stands = before.key === key && before.load.state === 'ready';
        return stands ? before : { key, load: { state: 'failed', failure: answer } };
      });
      if (!answer.ok) latest.current.onFailure?.(answer);
    });
    return () => {
      current = false;
    };
  }, [key, round]);

  const reload = useCallback(() => setRound((before) => before + 1), []);
  /** Replaces the data, for example by those of a refusal. */
  const replace = useCallback(
    (data: T) => keep((before) => ({ ...before, load: { state: 'ready', data } })),
    [],
  );
  return { load: kept.key === key ? kept.load : loading, busy, reload, replace };
}
