import { useEffect, useRef, useState } from 'react';
import type { Failure } from '#lib/outcome.ts';
import { type Difference, type NotAsked, type Part, type Period, partNames, rules } from '../reconcile.ts';
import { look } from './calls.ts';

/** How far one part has come. @property next where it goes on; undefined before its first request */
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

/** The first part that is not done; undefined when all are. */
const nextPart = ({ progress, period }: Comparison): Part | undefined =>
  partNames.find((part) => !progress[part]?.done && !(part === 'providers' && period === 'none'));

/**
 * Looks at one part after the other, some rows a request, until all is looked at or somebody stops it; it
 * goes on from there. What was found stays, and is put right by {@link update}.
 */
export function useComparison() {
  const [shown, show] = useState(idle);
  const current = useRef(idle);
  /** Of the run that may go on; another one, or leaving the screen, ends it. */
  const run = useRef(0);
  const set = (change: Partial<Comparison>) => {
    current.current = { ...current.current, ...change };
    show(current.current);
  };

  const goOn = async () => {
    run.current += 1;
    const mine = run.current;
    set({ state: 'looking', failure: undefined });
    for (let part = nextPart(current.current); part; part = nextPart(current.current)) {
      const { period, progress } = current.current;
      const before = progress[part];
      const answer = await look(part, period, before?.next);
      if (run.current !== mine) return;
      if (!answer.ok) return set({ state: 'stopped', failure: answer });
      const { looked, total, next, differences, notAsked = [] } = answer.data;
      const so: Progress = {
        looked: (before?.looked ?? 0) + looked,
        total: before?.total ?? total,
        done: next === null,
        next: next ?? undefined,
      };
      set({
        progress: { ...current.current.progress, [part]: so },
        differences: [...current.current.differences, ...differences],
        notAsked: [...current.current.notAsked, ...notAsked],
      });
    }
    set({ state: 'done' });
  };

  // Nobody reads what a screen that was left goes on to find.
  useEffect(
    () => () => {
      run.current += 1;
    },
    [],
  );

  return {
    ...shown,
    start(period: Period) {
      set({ ...idle, period });
      void goOn();
    },
    stop() {
      run.current += 1;
      set({ state: 'stopped' });
    },
    goOn: () => void goOn(),
    /** What there is now in place of a difference, and of all others of its part about the same thing. */
    update({ rule, about }: Difference, now: readonly Difference[], whole: boolean) {
      const { part } = rules[rule];
      const same = (one: Difference) =>
        one.about === about && (whole ? rules[one.rule].part === part : one.rule === rule);
      const others = current.current.differences.filter((one) => !same(one));
      const added = now.filter(
        (one) => !others.some((other) => other.about === one.about && other.rule === one.rule),
      );
      set({ differences: [...others, ...added] });
    },
  };
}
