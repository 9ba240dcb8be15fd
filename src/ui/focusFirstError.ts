import { flushSync } from 'react-dom';

/**
 * Has React draw a form's errors, and puts the focus into the first wrong field: in the order of the
 * page, not of the answer. @param show sets the state that holds the errors
 */
export function focusFirstError(form: HTMLFormElement | null, show: () => void): void {
  // Drawn at once: a frame later, the errors may or may not be there yet.
  flushSync(show);
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
