import { counted, countedOf } from '../export.ts';
import type { Exporting } from './useExport.ts';

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${Math.round(bytes / 1_000_000)} MB`;

/** @property goesOn the next press goes on with what has failed */
type Props = { exporting: Exporting; goesOn: boolean; onStop: () => void };

/** The form's button, and how far the file has come. */
export function Progress({ exporting, goesOn, onStop }: Props) {
  const { state } = exporting;
  const running = state === 'running';
  return (
    <div className="desk-export-progress">
      <button type="submit" className="button" aria-busy={running}>
        {goesOn ? 'Go on' : 'Export'}
      </button>
      {running && (
        <button type="button" className="button quiet" onClick={onStop}>
          Stop
        </button>
      )}
      {running && (
        <progress
          aria-label="Of the file"
          max={exporting.total || 1}
          {...(exporting.total && { value: exporting.count })}
        />
      )}
      <p role="status">{said(exporting)}</p>
      {state === 'failed' && !Object.keys(exporting.failure.fields).length && (
        <p className="notice error" role="alert">
          {exporting.failure.message}
        </p>
      )}
      {state === 'done' && exporting.count > 0 && (
        <a href={exporting.url} download={exporting.name}>
          Save {exporting.name} again
        </a>
      )}
    </div>
  );
}

function said(exporting: Exporting): string {
  switch (exporting.state) {
    case 'idle':
      return '';
    case 'stopped':
      return 'Stopped. Nothing was saved.';
    case 'running':
      return exporting.total
        ? countedOf(exporting.wanted.sheet, exporting.count, exporting.total)
        : 'Looking it up…';
    case 'failed':
      return exporting.count
        ? `${countedOf(exporting.wanted.sheet, exporting.count, exporting.total)} have come so far.`
        : '';
    case 'done':
      return exporting.count
        ? `${counted(exporting.wanted.sheet, exporting.count)}, ${sizeOf(exporting.size)}.`
        : 'There is nothing in these days, so there is no file.';
  }
}
