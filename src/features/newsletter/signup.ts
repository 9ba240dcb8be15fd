/** The signup's states: idle, submitting, then thanks for a while or an error (docs/behaviour.md 11.2). */
import type { InferResponseType } from 'hono/client';
import type { api } from '#lib/api.ts';
import { isEmail, says, thanksLasts } from './newsletter.ts';

type Answer = InferResponseType<typeof api.subscribe.$post> | { success: false; message?: string };

/**
 * Not through lib/api.ts: its client would be the largest script of the page. The answer's type is its own.
 * @returns what went wrong, fit to be shown, or nothing
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
  try {
    const { message } = (await response.json()) as Answer;
    return message || says.refused;
  } catch {
    return says.refused;
  }
}

export function startSignup(): void {
  const form = document.querySelector<HTMLFormElement>('[data-newsletter]');
  const field = form?.querySelector('input');
  const button = form?.querySelector('button');
  const error = form?.querySelector<HTMLElement>('[data-newsletter-error]');
  const thanks = document.querySelector<HTMLElement>('[data-newsletter-thanks]');
  if (!form || !field || !button || !error || !thanks) return;

  const complain = (message: string): void => {
    error.textContent = message;
    field.ariaInvalid = message ? 'true' : null;
  };
  const thank = (): void => {
    form.reset();
    form.classList.add('away');
    thanks.textContent = says.done;
    setTimeout(() => {
      thanks.textContent = '';
      form.classList.remove('away');
    }, thanksLasts);
  };

  field.addEventListener('input', () => complain(''));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    complain('');
    if (!isEmail(field.value)) {
      complain(says.invalid);
      field.focus();
      return;
    }
    button.disabled = true;
    button.ariaBusy = 'true';
    let problem: string | undefined;
    try {
      problem = await subscribe(field.value.trim(), form.dataset.offline ?? says.failed);
    } catch {
      problem = says.failed;
    }
    button.disabled = false;
    button.ariaBusy = null;
    if (problem) complain(problem);
    else thank();
  });
}
