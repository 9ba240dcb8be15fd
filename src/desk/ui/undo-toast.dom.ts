/** A toast with Undo, shown until the move can no longer be undone. Only the newest toast has the button. */
import { toast } from '#ui/toast.dom.ts';

const dismiss = (inside: Element): void =>
  inside.closest('.toast')?.querySelector<HTMLElement>('.toast-close')?.click();

/** @property until UTC ms @property undo is called once */
type UndoToast = { message: string; until: number; undo: () => void };

export function undoToast({ message, until, undo }: UndoToast): void {
  for (const other of document.querySelectorAll('.toast-action')) dismiss(other);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button plain small toast-action';
  button.textContent = 'Undo';
  button.addEventListener('click', () => {
    dismiss(button);
    undo();
  });
  toast({ message, extra: button, stay: until - Date.now() });
}
