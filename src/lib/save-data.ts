/** Whether the browser's data saver is on: then nothing is loaded that may not be looked at. */
export const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
