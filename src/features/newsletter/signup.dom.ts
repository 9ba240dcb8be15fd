/**
 * The states of the signup: idle, submitting, then a success message for a while or an error (docs/behaviour.md,
 * "Newsletter").
 */
import type { InferResponseType } from 'hono/client';
import type { api } from '#lib/api.ts';
import { isEmail, messages, thanksDuration } from './newsletter.ts';

type Answer = InferResponseType<typeof api.subscribe.$post> | { success: false; message?: string };

/**
 * Sends the form. Not with lib/api.ts, whose client would be the largest script of the page.
 * @returns the error message, or undefined
 */
async function subscribe(email: string, offline: string): Promise<string | undefined> {
  let response: Response;
  try {
    response = await fetch('/api/subscribe', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ email }),
    });
  } catch {
    return offline;
  }
  if (response.ok) return undefined;
  const answer = (await response.json().catch(() => undefined)) as Answer | undefined;
  return answer?.message || messages.refused;
}

export function startSignup(): void {
  const form = document.querySelector<HTMLFormElement>('[data-newsletter]');
  const field = form?.querySelector('input');
  const button = form?.querySelector('button');
  const error = form?.querySelector<HTMLElement>('[data-newsletter-error]');
  const thanks = document.querySelector<HTMLElement>('[data-newsletter-thanks]');
  if (!form || !field || !button || !error || !thanks) return;

  const showError = (message: string): void => {
    error.textContent = message;
    field.ariaInvalid = message ? 'true' : null;
  };
  const showThanks = (): void => {
    form.reset();
    form.classList.add('away');
    thanks.textContent = messages.done;
    setTimeout(() => {
      thanks.textContent = '';
      form.classList.remove('away');
    }, thanksDuration);
  };

  field.addEventListener('input', () => showError(''));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    showError('');
    if (!isEmail(field.value)) {
      showError(messages.invalid);
      field.focus();
      return;
    }
    button.disabled = true;
    button.ariaBusy = 'true';
    const problem = await subscribe(field.value.trim(), form.dataset.offline ?? messages.failed).catch(
      () => messages.failed,
    );
    button.disabled = false;
    button.ariaBusy = null;
    if (problem) showError(problem);
    else showThanks();
  });
}
