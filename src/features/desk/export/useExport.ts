import { useEffect, useRef, useState } from 'react';
import type { Failure } from '#lib/outcome.ts';
import { fileName } from '../export.ts';
import { askPart, type Wanted } from './part.ts';

/** Entries that have come, of how many. */
type Progress = { wanted: Wanted; count: number; total: number };

export type Exporting =
  | { state: 'idle' | 'stopped' }
  | ({ state: 'running' } & Progress)
  /** What has come is kept: it can go on from there. */
  | ({ state: 'failed'; failure: Failure } & Progress)
  /** @property url of the whole file, for as long as the screen is open @property size bytes */
  | ({ state: 'done'; name: string; url: string; size: number } & Progress);

type Proof = { password: string; code: string };
type Kept = Progress & { parts: Blob[]; next: string | undefined };

/** Whether parts of both make one file. */
export const sameAs = (one: Wanted, other: Wanted): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Hands a file to whoever is at the screen, as a link would that they press. */
function save(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/**
 * Fetches a file part by part and joins it. It can be stopped, and what failed can go on; whoever leaves the
 * screen ends it. The password is kept no longer than the parts are on their way.
 */
export function useExport() {
  const [shown, show] = useState<Exporting>({ state: 'idle' });
  const kept = useRef<Kept>(undefined);
  const url = useRef<string>(undefined);
  const running = useRef<AbortController>(undefined);

  const forget = () => {
    running.current?.abort();
    if (url.current) URL.revokeObjectURL(url.current);
    kept.current = url.current = undefined;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the screen is left
  useEffect(() => forget, []);

  const finish = ({ wanted, count, total, parts }: Kept) => {
    const file = new Blob(parts, { type: 'text/csv;charset=utf-8' });
    const name = fileName(wanted.sheet, wanted.days);
    url.current = URL.createObjectURL(file);
    kept.current = undefined;
    show({ state: 'done', wanted, count, total, name, url: url.current, size: file.size });
    if (count) save(url.current, name);
  };

  /** Begins, or goes on where the same wish has failed. @returns whether the file is whole */
  const start = async (wanted: Wanted, { password, code }: Proof): Promise<boolean> => {
    const before = kept.current && sameAs(kept.current.wanted, wanted) ? kept.current : undefined;
    if (!before) forget();
    const stopper = new AbortController();
    running.current = stopper;
    let all: Kept = before ?? { wanted, count: 0, total: 0, parts: [], next: undefined };
    // A code is good once: the parts that follow the first are asked for without one.
    let proof: Partial<Proof> & { password: string } = { password, code };
    for (let more = true; more; more = all.next !== undefined) {
      show({ state: 'running', wanted, count: all.count, total: all.total });
      const part = await askPart(wanted, proof, all.next, stopper.signal);
      proof = { password };
      if (stopper.signal.aborted) return false;
      if (!part.ok) {
        show({ state: 'failed', failure: part, ...all });
        return false;
      }
      const { data, count, total, next } = part.data;
      all = { wanted, count: all.count + count, total, parts: [...all.parts, data], next };
      kept.current = all;
    }
    finish(all);
    return true;
  };

  const stop = () => {
    forget();
    show({ state: 'stopped' });
  };

  return { exporting: shown, start, stop };
}
