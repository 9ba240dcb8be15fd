/**
 * Short messages at the top right (at the top on a phone). Two live regions speak them: politely, or at
 * once for errors. A success stays 3 s and an error 8 s (docs/behaviour.md 3.3); pointer or focus on the
 * messages stops their clocks, Escape dismisses the newest.
 */
import './toast.css';

export type Toast = { title?: string; message: string; kind?: 'success' | 'error' };

const lasting = { success: 3_000, error: 8_000 } as const;

const element = (tag: string, className: string, text = ''): HTMLElement => {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
};

let shelf: HTMLElement | undefined;
const voices = {} as Record<'success' | 'error', HTMLElement>;
const shown = new Map<HTMLElement, { left: number; since: number; clock?: ReturnType<typeof setTimeout> }>();

function makeShelf(): HTMLElement {
  shelf = element('div', 'toasts');
  shelf.popover = 'manual';
  for (const kind of ['success', 'error'] as const) {
    voices[kind] = element('div', 'visually-hidden');
    voices[kind].role = kind === 'error' ? 'alert' : 'status';
  }
  for (const type of ['pointerenter', 'focusin']) shelf.addEventListener(type, pause);
  for (const type of ['pointerleave', 'focusout']) shelf.addEventListener(type, go);
  document.addEventListener('keydown', ({ key }) => {
    const newest = [...shown.keys()].at(-1);
    if (key === 'Escape' && newest) dismiss(newest);
  });
  return shelf;
}

/** Above everything: inside an open modal dialog, since all that is outside of it is inert. */
function raise(on: HTMLElement): void {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);
  const host = dialog ?? document.body;
  if (on.parentElement !== host) {
    for (const part of [on, ...Object.values(voices)]) host.appendChild(part);
    dialog?.addEventListener('close', () => raise(on), { once: true });
  }
  // Shown anew, it comes to the top of the top layer.
  if (on.matches(':popover-open')) on.hidePopover();
  if (shown.size) on.showPopover();
}

function pause(): void {
  for (const life of shown.values()) {
    if (life.clock === undefined) continue;
    clearTimeout(life.clock);
    life.clock = undefined;
    life.left -= Date.now() - life.since;
  }
}

function go(): void {
  if (shelf?.matches(':hover, :focus-within')) return;
  for (const [toast, life] of shown) {
    if (life.clock !== undefined) continue;
    life.since = Date.now();
    life.clock = setTimeout(() => dismiss(toast), Math.max(life.left, 500));
  }
}

function dismiss(toast: HTMLElement): void {
  clearTimeout(shown.get(toast)?.clock);
  shown.delete(toast);
  toast.remove();
  if (!shown.size) shelf?.hidePopover();
  else go();
}

/** Shows a message and says it to screen readers. */
export function toast({ title, message, kind = 'success' }: Toast): void {
  const on = shelf ?? makeShelf();
  const made = element('div', `toast ${kind}`);
  const words = element('p', 'toast-words');
  if (title) words.appendChild(element('strong', '', title));
  words.appendChild(element('span', '', message));
  const close = element('button', 'toast-close', '×');
  close.ariaLabel = 'Dismiss';
  (close as HTMLButtonElement).type = 'button';
  close.addEventListener('click', () => dismiss(made));
  made.appendChild(words);
  made.appendChild(close);
  on.appendChild(made);
  shown.set(made, { left: lasting[kind], since: Date.now() });
  raise(on);
  // The region has to exist before its words do, or they are not read out.
  voices[kind].textContent = '';
  setTimeout(() => {
    voices[kind].textContent = [title, message].filter(Boolean).join(' ');
  }, 50);
  go();
}
