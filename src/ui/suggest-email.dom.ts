/** "Did you mean …?" below an email field whose provider is mistyped: one tap takes it. It never stops a form. */
import { cleanEmail } from '#lib/clean.ts';
import { suggestEmail } from '#lib/suggest-email.ts';

/** Sets the value as if it was typed, so that React sees it. */
function type(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** @param field that was left */
export function suggestFor(field: HTMLInputElement): void {
  const email = suggestEmail(cleanEmail(field.value));
  const box: HTMLElement | null = field.closest<HTMLElement>('.field') ?? field.parentElement;
  if (!email || !box || box.querySelector('[data-suggestion]')) return;
  const line = document.createElement('p');
  line.className = 'hint small';
  line.role = 'status';
  line.dataset.suggestion = '';
  const take = document.createElement('button');
  take.type = 'button';
  take.className = 'button plain small flush';
  take.translate = false;
  take.textContent = email;
  take.addEventListener('click', () => {
    type(field, email);
    field.focus();
  });
  box.insertAdjacentElement('beforeend', line);
  // A screen reader reads what comes into a line that is there already.
  requestAnimationFrame(() => line.replaceChildren('Did you mean ', take, '?'));
  field.addEventListener('input', () => line.remove(), { once: true });
}
