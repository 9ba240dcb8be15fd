/**
 * The support form (docs/behaviour.md, "Support"): hidden, open, submitting, submitted. What checks and sends a ticket
 * is loaded on demand: most visitors only read.
 */
import { loadPart, MissingPart, optional } from '#lib/load-part.dom.ts';
import type { Fields, Problem } from './submit-ticket.api.ts';

/** The message without one from the server. */
const failed = 'Failed to submit ticket. Please try again.';

const loadSubmit = (options?: typeof optional) => loadPart(() => import('./submit-ticket.api.ts'), options);

/** Sends the ticket. */
async function submit(values: Fields) {
  try {
    return await (await loadSubmit()).submitTicket(values);
  } catch (error) {
    // The script could not be loaded: nothing was sent.
    return { ...(error instanceof MissingPart && { more: error.message }), fields: {} };
  }
}

/** Called once by the contact page. */
export function startTicketForm(): void {
  const root = document.querySelector<HTMLElement>('[data-support]');
  const opener = root?.querySelector<HTMLButtonElement>('[data-open]');
  const form = root?.querySelector('form');
  const problemBox = root?.querySelector<HTMLElement>('[data-problem]');
  const done = root?.querySelector<HTMLElement>('[data-done]');
  const sender = form?.querySelector<HTMLButtonElement>('[type="submit"]');
  const reference = root?.querySelector('[data-reference]');
  const later = root?.querySelector<HTMLElement>('[data-receipt-later]');
  if (!root || !opener || !form || !problemBox || !done || !sender || !reference || !later) return;

  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | null;
  const noteOf = (input: HTMLElement) => document.getElementById(`${input.id}-error`);

  const mark = (name: string, message: string): void => {
    const input = field(name);
    const note = input && noteOf(input);
    if (!input || !note) return;
    note.textContent = message;
    const others = (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .filter((id) => id && id !== note.id);
    input.setAttribute('aria-describedby', [...others, ...(message ? [note.id] : [])].join(' '));
    if (message) input.ariaInvalid = 'true';
    else input.removeAttribute('aria-invalid');
  };

  const say = ({ message = failed, more }: Pick<Problem, 'message' | 'more'>): void => {
    const lines = [message, more].filter(Boolean).map((text) => {
      const line = document.createElement('p');
      line.textContent = text ?? '';
      return line;
    });
    problemBox.replaceChildren(...lines);
    problemBox.hidden = !lines.length;
  };

  const showProblem = (problem?: Problem): void => {
    for (const { name } of form.querySelectorAll<HTMLInputElement>('[name]'))
      mark(name, problem?.fields[name] ?? '');
    say(problem ?? { message: '' });
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  const busy = (yes: boolean): void => {
    sender.ariaBusy = String(yes);
    sender.ariaDisabled = String(yes);
  };

  const open = (): void => {
    done.hidden = true;
    form.hidden = false;
    opener.ariaExpanded = 'true';
    form.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
    form.scrollIntoView({ block: 'nearest' });
  };

  const close = (): void => {
    form.hidden = true;
    done.hidden = true;
    opener.ariaExpanded = 'false';
    opener.focus();
  };

  opener.addEventListener('click', open);
  for (const button of root.querySelectorAll('[data-close]')) button.addEventListener('click', close);
  root.querySelector('[data-again]')?.addEventListener('click', open);

  form.addEventListener(
    'focusin',
    () =>
      loadSubmit(optional).then(
        (part) => part.fillIn(form),
        () => {},
      ),
    { once: true },
  );
  form.addEventListener('input', ({ target }) => {
    // What was typed is back after the page was loaded again.
    if (form.hidden) open();
    if (target instanceof HTMLElement && 'name' in target) mark(String(target.name), '');
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (sender.ariaBusy === 'true') return;
    busy(true);
    say({ message: '' });
    const values = Object.fromEntries(new FormData(form)) as Fields;
    const result = await submit(values);
    busy(false);
    if ('fields' in result) return showProblem(result);
    showProblem();
    reference.textContent = result.reference;
    later.hidden = !result.receiptHeld;
    form.reset();
    form.hidden = true;
    done.hidden = false;
    done.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
    done.scrollIntoView({ block: 'nearest' });
  });

  // A link to the form opens it.
  const follow = (): void => {
    if (location.hash === `#${root.id}`) open();
  };
  addEventListener('hashchange', follow);
  follow();
}
