import { useEffect, useRef, useState } from 'react';
import type { Failure } from '#lib/outcome.ts';
import { type ExportRequest, fetchPart } from './export-part.api.ts';
import { fileName } from './exports.ts';

/** Number of entries loaded, of the total. */
type Progress = { request: ExportRequest; count: number; total: number };

export type Exporting =
  | { state: 'idle' | 'stopped' }
  | ({ state: 'running' } & Progress)
  /** The loaded parts are kept, so the export can continue from there. */
  | ({ state: 'failed'; failure: Failure } & Progress)
  /** @property url of the whole file, for as long as the screen is open @property size bytes */
  | ({ state: 'done'; name: string; url: string; size: number } & Progress);

type Proof = { password: string; code: string };
type PartialFile = Progress & { parts: Blob[]; next: string | undefined };

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
 * Fetches a file part by part and joins the parts. An export can be stopped, and continued after a failure; leaving the
 * screen ends it. The password is kept only while the parts are fetched.
 */
export function useExport() {
  const [exporting, setExporting] = useState<Exporting>({ state: 'idle' });
  const partialFile = useRef<PartialFile>(undefined);
  const url = useRef<string>(undefined);
  const running = useRef<AbortController>(undefined);

  const forget = () => {
    running.current?.abort();
    if (url.current) URL.revokeObjectURL(url.current);
    partialFile.current = url.current = undefined;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the screen is left
  useEffect(() => forget, []);

  const finish = ({ request, count, total, parts }: PartialFile) => {
    const file = new Blob(parts, { type: 'text/csv;charset=utf-8' });
    const name = fileName(request.sheet, request.days);
    url.current = URL.createObjectURL(file);
    partialFile.current = undefined;
    setExporting({ state: 'done', request, count, total, name, url: url.current, size: file.size });
    if (count) save(url.current, name);
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
    let all: PartialFile = before ?? { request, count: 0, total: 0, parts: [], next: undefined };
    // A code is valid once, so later parts are requested without one.
    let proof: Partial<Proof> & { password: string } = { password, code };
    for (let more = true; more; more = all.next !== undefined) {
      setExporting({ state: 'running', request, count: all.count, total: all.total });
      const part = await fetchPart(request, proof, all.next, stopper.signal);
      proof = { password };
      if (stopper.signal.aborted) return false;
      if (!part.ok) {
        setExporting({ state: 'failed', failure: part, ...all });
        return false;
      }
      const { data, count, total, next } = part.data;
      all = { request, count: all.count + count, total, parts: [...all.parts, data], next };
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
