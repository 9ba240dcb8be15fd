/**
 * Puts the focus into the first wrong field of a form, once React has drawn the errors: in the order of
 * the page, not of the answer.
 */
export function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
