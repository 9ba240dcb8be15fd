import { counted, hasPeriod } from '#domain/exports/exports.ts';
import { endOfDay, startOfDay } from '#lib/dates.ts';
import type { Exporting } from './useExport.ts';

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${Math.round(bytes / 1_000_000)} MB`;

/** @property label of the button @property canResume the button continues the export that failed */
type Props = { exporting: Exporting; label: string; canResume: boolean; onStop: () => void };

/** The form's button and the progress of the export. */
export function Progress({ exporting, label, canResume, onStop }: Props) {
  const { state } = exporting;
  const running = state === 'running';
  return (
    <div className="desk-export-progress cluster">
      <button type="submit" className="button" aria-busy={running}>
        {canResume ? 'Continue' : label}
      </button>
      {running && (
        <button type="button" className="button quiet" onClick={onStop}>
          Stop
        </button>
      )}
      {running && <progress aria-label="Export progress" {...loadedPart(exporting)} />}
      <p role="status">{progressText(exporting)}</p>
      {state === 'failed' && !Object.keys(exporting.failure.fields).length && (
        <p className="notice error" role="alert">
          {exporting.failure.message}
        </p>
      )}
      {state === 'done' &&
        !exporting.totals &&
        exporting.count > 0 &&
        exporting.files.map(({ name, url }) => (
          <a key={name} href={url} download={name}>
            Save {name} again
          </a>
        ))}
    </div>
  );
}

/** How much of the period has been loaded, for a progress bar; nothing while that is not known. */
function loadedPart({ request: { sheet, days }, next }: Extract<Exporting, { state: 'running' }>) {
  const [from, last] = [startOfDay(days.from), startOfDay(days.to)];
  if (!next || !hasPeriod(sheet) || from === undefined || last === undefined) return {};
  return { value: Math.max(0, Number.parseInt(next, 10) - from), max: endOfDay(last) - from };
}

function progressText(exporting: Exporting): string {
  switch (exporting.state) {
    case 'idle':
      return '';
    case 'stopped':
      return 'Stopped. Nothing was saved.';
    case 'running':
      return exporting.count ? `${counted(exporting.request.sheet, exporting.count)} so far` : 'Preparing…';
    case 'failed':
      return exporting.count ? `${counted(exporting.request.sheet, exporting.count)} loaded so far.` : '';
    case 'done':
      return exporting.count
        ? `${counted(exporting.request.sheet, exporting.count)}, ${sizeOf(exporting.files.reduce((sum, { size }) => sum + size, 0))}.`
        : 'There is no data in this period, so there is no file.';
  }
}
