import { useEffect, useRef, useState } from 'react';
import type { Failure } from '#lib/outcome.ts';
import {
  type Collected,
  type Collector,
  collectorOf,
  type ExportFile,
  type ExportRequest,
} from './collect.ts';
import { fetchPart } from './export-part.api.ts';

/** @property count entries loaded so far @property next cursor of the next part */
type Progress = { request: ExportRequest; count: number; next: string | undefined };

/** @property url of the whole file, for as long as the screen is open @property size bytes */
export type SavedFile = Omit<ExportFile, 'content'> & { url: string; size: number };

export type Exporting =
  | { state: 'idle' | 'stopped' }
  | ({ state: 'running' } & Progress)
  /** The loaded parts are kept, so the export can continue from there. */
  | ({ state: 'failed'; failure: Failure } & Progress)
  | ({ state: 'done'; files: SavedFile[]; totals: Collected['totals'] } & Progress);

type Proof = { password: string; code: string };
type PartialFile = Progress & { collector: Collector };

/** Whether parts of both requests belong to one file. */
export const isSameRequest = (one: ExportRequest, other: ExportRequest): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Saves a file, like a click on a download link. */
function save(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/**
 * Fetches an export part by part and makes files of the parts. A single file is saved at once. An export can be stopped, and continued after a failure; leaving the
 * screen ends it. The password is kept only while the parts are fetched.
 */
export function useExport() {
  const [exporting, setExporting] = useState<Exporting>({ state: 'idle' });
  const partialFile = useRef<PartialFile>(undefined);
  const urls = useRef<string[]>([]);
  const running = useRef<AbortController>(undefined);

  const forget = () => {
    running.current?.abort();
    for (const url of urls.current) URL.revokeObjectURL(url);
    urls.current = [];
    partialFile.current = undefined;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the screen is left
  useEffect(() => forget, []);

  const finish = ({ request, count, next, collector }: PartialFile) => {
    const { files, totals } = collector.finish();
    const saved = files.map(({ content, ...file }): SavedFile => {
      const url = URL.createObjectURL(content);
      urls.current.push(url);
      return { ...file, url, size: content.size };
    });
    partialFile.current = undefined;
    setExporting({ state: 'done', request, count, next, files: saved, totals });
    const [only, ...others] = saved;
    if (count && only && !others.length) save(only.url, only.name);
  };

  /** Starts an export, or continues a failed one. @returns whether the file is complete */
  const start = async (request: ExportRequest, { password, code }: Proof): Promise<boolean> => {
    const before =
      partialFile.current && isSameRequest(partialFile.current.request, request)
        ? partialFile.current
        : undefined;
    if (!before) forget();
    const stopper = new AbortController();
    running.current = stopper;
    let all: PartialFile = before ?? { request, count: 0, collector: collectorOf(request), next: undefined };
    // A code is valid once, so later parts are requested without one.
    let proof: Partial<Proof> & { password: string } = { password, code };
    for (let more = true; more; more = all.next !== undefined) {
      setExporting({ state: 'running', request, count: all.count, next: all.next });
      const part = await fetchPart(request, proof, all.next, stopper.signal);
      proof = { password };
      if (stopper.signal.aborted) return false;
      if (!part.ok) {
        setExporting({ state: 'failed', failure: part, ...all });
        return false;
      }
      const { data, count, next } = part.data;
      await all.collector.add(data);
      if (stopper.signal.aborted) return false;
      all = { ...all, count: all.count + count, next };
      partialFile.current = all;
    }
    finish(all);
    return true;
  };

  const stop = () => {
    forget();
    setExporting({ state: 'stopped' });
  };

  return { exporting, start, stop };
}
