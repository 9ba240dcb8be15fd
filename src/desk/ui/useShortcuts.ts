import { useEffect, useRef } from 'react';

/** The keys of the desk, as the list of shortcuts shows them. */
export const shortcuts = {
  '/': 'Go to search',
  '?': 'Show this list',
  Esc: 'Close a dialog, or dismiss a message',
} as const;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('select, textarea, input:not([type="checkbox"], [type="radio"])'));

/**
 * Listens to `/` and `?`, except in fields and dialogs.
 * @param onSearch without a search on the screen
 */
export function useShortcuts({ onSearch, onHelp }: { onSearch(): void; onHelp(): void }): void {
  const latest = useRef({ onSearch, onHelp });
  latest.current = { onSearch, onHelp };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if ((key !== '/' && key !== '?') || ctrlKey || metaKey || altKey || isTyping(target)) return;
      if (document.querySelector('dialog:modal')) return;
      event.preventDefault();
      if (key === '?') latest.current.onHelp();
      else if (!focusSearch()) latest.current.onSearch();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Focuses the search of the screen. @returns whether it has one */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('.desk-screen input[type="search"]');
  field?.focus();
  field?.select();
  return Boolean(field);
}
