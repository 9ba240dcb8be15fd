import { flushSync } from 'react-dom';

/**
 * Renders the errors of a form and focuses the first wrong field, in the order of the page.
 * @param show sets the state with the errors
 */
export function focusFirstError(form: HTMLFormElement | null, show: () => void): void {
  // Synchronously, because the errors have to be rendered before the focus moves.
  flushSync(show);
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
