/**
 * Toasts at the top right, on a phone at the bottom. Two live regions announce them: politely, or assertively for errors.
 * A success stays 3 s and an error 8 s (docs/behaviour.md, "All pages"), or `stay` ms; pointer or focus on the toasts
 * pauses them, Escape dismisses the newest.
 */
import './toast.css';

/** @property extra an element after the words @property stay ms */
export type Toast = {
  title?: string;
  message: string;
  kind?: 'success' | 'error';
  extra?: HTMLElement;
  stay?: number;
};

const durations = { success: 3_000, error: 8_000 } as const;

const element = (tag: string, className: string, textContent = ''): HTMLElement =>
  Object.assign(document.createElement(tag), { className, textContent });

let stack: HTMLElement | undefined;
const liveRegions = {} as Record<'success' | 'error', HTMLElement>;
const toasts = new Map<HTMLElement, { left: number; since: number; clock?: ReturnType<typeof setTimeout> }>();

function makeStack(): HTMLElement {
  stack = element('div', 'toasts');
  stack.popover = 'manual';
  for (const kind of ['success', 'error'] as const) {
    liveRegions[kind] = element('div', 'visually-hidden');
    liveRegions[kind].role = kind === 'error' ? 'alert' : 'status';
  }
  for (const type of ['pointerenter', 'focusin']) stack.addEventListener(type, pause);
  for (const type of ['pointerleave', 'focusout']) stack.addEventListener(type, go);
  document.addEventListener('keydown', ({ key }) => {
    const newest = [...toasts.keys()].at(-1);
    if (key === 'Escape' && newest) dismiss(newest);
  });
  return stack;
}

/** Moves the toasts to the top: into an open modal dialog, since everything outside it is inert. */
function raise(on: HTMLElement): void {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);
  const host = dialog ?? document.body;
  if (on.parentElement !== host) {
    for (const part of [on, ...Object.values(liveRegions)]) host.appendChild(part);
    dialog?.addEventListener('close', () => raise(on), { once: true });
  }
  // Showing it again moves it to the top of the top layer.
  if (on.matches(':popover-open')) on.hidePopover();
  if (toasts.size) on.showPopover();
}

function pause(): void {
  for (const life of toasts.values()) {
    if (life.clock === undefined) continue;
    clearTimeout(life.clock);
    life.clock = undefined;
    life.left -= Date.now() - life.since;
  }
}

function go(): void {
  if (stack?.matches(':hover, :focus-within')) return;
  for (const [toast, life] of toasts) {
    if (life.clock !== undefined) continue;
    life.since = Date.now();
    life.clock = setTimeout(() => dismiss(toast), Math.max(life.left, 500));
  }
}

function dismiss(toast: HTMLElement): void {
  clearTimeout(toasts.get(toast)?.clock);
  toasts.delete(toast);
  toast.remove();
  if (!toasts.size) stack?.hidePopover();
  else go();
}

/** Shows a message and announces it to screen readers. */
export function toast({ title = '', message, kind = 'success', extra, stay = durations[kind] }: Toast): void {
  const on = stack ?? makeStack();
  const box = element('div', `toast ${kind}`);
  const words = element('p', 'toast-words');
  words.replaceChildren(...(title ? [element('strong', '', title)] : []), element('span', '', message));
  const close = element('button', 'toast-close', '×');
  close.ariaLabel = 'Dismiss';
  close.addEventListener('click', () => dismiss(box));
  box.replaceChildren(words, ...(extra ? [extra] : []), close);
  on.appendChild(box);
  toasts.set(box, { left: stay, since: Date.now() });
  raise(on);
  // The region has to exist before its text, or it is not read out.
  liveRegions[kind].textContent = '';
  setTimeout(() => {
    liveRegions[kind].textContent = `${title} ${message}`;
  }, 50);
  go();
}
