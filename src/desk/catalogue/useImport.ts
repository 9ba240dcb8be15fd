import { useEffect, useRef, useState } from 'react';
import type { Answers } from 'shop-import/read-catalogue';
import type { ImportFacts } from '#domain/import/import-facts.ts';
import { api, send } from '#lib/api.ts';
import { savedMapping, saveMapping } from './column-mappings.dom.ts';
import type { ImportAnswer, ImportRequest } from './import.worker.ts';

/** @property name of the file */
export type Importing =
  | { state: 'idle' }
  | ({ name: string } & (Exclude<ImportAnswer, { state: 'failed' }> | { state: 'failed'; message: string }));

const broken = 'The file could not be read here. Please load the page again, or use the command.';

/** `2026-11-27-093000`, in UTC. */
const timeText = (now: number): string =>
  new Date(now).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');

/**
 * Reads an export in a worker, which is loaded when a file is chosen. A new file ends the reading of the one before. A file
 * with headings of which somebody has said the fields here before is read with these fields.
 */
export function useImport() {
  const [importing, setImporting] = useState<Importing>({ state: 'idle' });
  const [answers, setAnswers] = useState<Answers>({});
  const worker = useRef<Worker>(undefined);
  const chosen = useRef<File>(undefined);
  useEffect(() => () => worker.current?.terminate(), []);

  async function read(file: File, said: Answers): Promise<void> {
    worker.current?.terminate();
    const { name } = file;
    const reading = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });
    worker.current = reading;
    setAnswers(said);
    setImporting({ name, state: 'running', done: 0, all: 0 });
    const fail = (message: string) => {
      reading.terminate();
      setImporting({ name, state: 'failed', message });
    };
    reading.onmessage = ({ data }: MessageEvent<ImportAnswer>) => {
      if (data.state === 'failed') return fail(broken);
      const columns = 'columns' in data && !said.columns ? savedMapping(data.columns) : undefined;
      if (columns) return void read(file, { ...said, columns });
      setImporting({ name, ...data });
      if (data.state !== 'running') reading.terminate();
    };
    reading.onerror = () => fail(broken);
    const facts = await send(api.desk.catalogue.import.$get());
    if (worker.current !== reading) return;
    if (!facts.ok) return fail(facts.message);
    // The client's type of JSON does not know a type that contains itself.
    const request: ImportRequest = {
      file,
      facts: facts.data.facts as ImportFacts,
      time: timeText(Date.now()),
      answers: said,
    };
    reading.postMessage(request);
  }

  function start(file: File): void {
    chosen.current = file;
    void read(file, {});
  }

  /** Reads the same file again, with what its owner has said of it. */
  function readAgain(more: Answers): void {
    if (more.columns && 'columns' in importing) saveMapping(importing.columns, more.columns);
    if (chosen.current) void read(chosen.current, { ...answers, ...more });
  }

  return { importing, answers, start, readAgain };
}
