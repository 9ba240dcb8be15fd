/** Whether somebody has asked the browser to save data: nothing is sent then that they may never look at. */
export const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData ?? false;
