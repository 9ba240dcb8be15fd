/** A toast with Undo. Only the newest toast has the button. */
import { type Toast, toast } from './toast.dom.ts';
import './undo-toast.css';

const dismiss = (inside: Element): void =>
  inside.closest('.toast')?.querySelector<HTMLElement>('.toast-close')?.click();

/** @property stay ms @property undo is called once */
type UndoToast = Pick<Toast, 'title' | 'message'> & { stay: number; undo: () => void };

export function undoToast({ undo, ...said }: UndoToast): void {
  for (const other of document.querySelectorAll('.toast-action')) dismiss(other);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button plain small toast-action';
  button.textContent = 'Undo';
  button.addEventListener('click', () => {
    dismiss(button);
    undo();
  });
  toast({ ...said, extra: button });
}
