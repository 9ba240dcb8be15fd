import { useEffect, useRef, useState } from 'react';
import {
  type Difference,
  type NotAsked,
  type Part,
  type Period,
  partNames,
} from '#domain/reconciliation/rules.ts';
import type { Failure } from '#lib/outcome.ts';
import { fetchPage } from './reconcile.api.ts';

/** The progress of one part. @property next cursor; `undefined` before the first request */
export type Progress = { looked: number; total: number | null; done: boolean; next?: string | undefined };

type Comparison = {
  state: 'idle' | 'looking' | 'stopped' | 'done';
  period: Period;
  progress: Partial<Record<Part, Progress>>;
  differences: readonly Difference[];
  notAsked: readonly NotAsked[];
  failure?: Failure | undefined;
};

const idle: Comparison = { state: 'idle', period: 'week', progress: {}, differences: [], notAsked: [] };

/** The first part that is not done, or `undefined`. */
const nextPart = ({ progress, period }: Comparison): Part | undefined =>
  partNames.find((part) => !progress[part]?.done && !(part === 'providers' && period === 'none'));

/**
 * Compares one part after the other, some rows per request, until all are done or the operator stops; `goOn` continues.
 */
export function useComparison() {
  const [comparison, setComparison] = useState(idle);
  const current = useRef(idle);
  /** Number of the current run. A new run, stopping or leaving the screen increases it, which ends the older run. */
  const run = useRef(0);
  const set = (change: Partial<Comparison>) => {
    current.current = { ...current.current, ...change };
    setComparison(current.current);
  };

  const goOn = async () => {
    run.current += 1;
    const thisRun = run.current;
    set({ state: 'looking', failure: undefined });
    for (let part = nextPart(current.current); part; part = nextPart(current.current)) {
      const { period, progress } = current.current;
      const before = progress[part];
      const answer = await fetchPage(part, period, before?.next);
      if (run.current !== thisRun) return;
      if (!answer.ok) return set({ state: 'stopped', failure: answer });
      const { looked, total, next, differences, notAsked = [] } = answer.data;
      const partProgress: Progress = {
        looked: (before?.looked ?? 0) + looked,
        total: before?.total ?? total,
        done: next === null,
        next: next ?? undefined,
      };
      set({
        progress: { ...current.current.progress, [part]: partProgress },
        differences: [...current.current.differences, ...differences],
        notAsked: [...current.current.notAsked, ...notAsked],
      });
    }
    set({ state: 'done' });
  };

  // Leaving the screen ends the run.
  useEffect(
    () => () => {
      run.current += 1;
    },
    [],
  );

  return {
    ...comparison,
    start(period: Period) {
      set({ ...idle, period });
      void goOn();
    },
    stop() {
      run.current += 1;
      set({ state: 'stopped' });
    },
    goOn: () => void goOn(),
  };
}
