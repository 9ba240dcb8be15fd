/** Not in widget.dom.ts, which is loaded when somebody pays. */

let opened = 0;

/** Whether a payment window of this page is open: a page that Back restores may still have one. */
export const widgetIsOpen = (): boolean => opened > 0;

/** Counts a window as open during `work`. */
export async function whileWidgetIsOpen<T>(work: () => Promise<T>): Promise<T> {
  opened += 1;
  try {
    return await work();
  } finally {
    opened -= 1;
  }
}
