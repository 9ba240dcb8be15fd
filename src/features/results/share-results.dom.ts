/**
 * The dialog of 'Share Your Results'. Both photos are drawn onto a canvas: that needs no URL for them, and fails if a
 * file is not a picture. Sharing hands them to the platform's share sheet, where there is one; the shop never gets them.
 */
import { openShareSheet } from '#ui/share.dom.ts';
import { toast } from '#ui/toast.dom.ts';

/** Width of the preview, px; enough for dense screens. */
const previewWidth = 640;

/** @throws when the browser cannot read the file as a picture */
async function draw(file: File, canvas: HTMLCanvasElement): Promise<void> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, previewWidth / picture.width);
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
}

let started = false;

/** Opens the dialog, and starts it the first time. */
export function openShare(): void {
  if (!started) startDialog();
  started = true;
  document.querySelector<HTMLDialogElement>('[data-share]')?.showModal();
}

function startDialog(): void {
  const dialog = document.querySelector<HTMLDialogElement>('[data-share]');
  const form = dialog?.querySelector('form');
  const submit = dialog?.querySelector<HTMLButtonElement>('[data-share-submit]');
  const error = dialog?.querySelector<HTMLElement>('[data-share-error]');
  if (!dialog || !form || !submit || !error) return;
  const picked = new Set<HTMLInputElement>();

  const pick = async (input: HTMLInputElement): Promise<void> => {
    const canvas = input.closest('label')?.querySelector('canvas');
    const [file] = input.files ?? [];
    if (!canvas || !file) return;
    error.textContent = '';
    try {
      if (!file.type.startsWith('image/')) throw new TypeError(file.type);
      await draw(file, canvas);
      // Meanwhile another file may have been picked, or the dialog closed.
      if (input.files?.[0] !== file) return;
      canvas.hidden = false;
      picked.add(input);
    } catch {
      error.textContent = `${file.name} cannot be shown here. Please choose a picture, such as a JPEG or PNG.`;
      input.value = '';
      canvas.hidden = true;
      picked.delete(input);
    }
    submit.disabled = picked.size < 2;
  };

  const empty = (): void => {
    form.reset();
    picked.clear();
    submit.disabled = true;
    error.textContent = '';
    for (const canvas of form.querySelectorAll('canvas')) {
      canvas.hidden = true;
      canvas.width = 0;
    }
  };

  dialog.querySelector('[data-share-close]')?.addEventListener('click', () => dialog.close());
  // A click on the backdrop has the dialog as its target.
  dialog.addEventListener('click', ({ target, clientX, clientY }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const outside = clientX < left || clientX > right || clientY < top || clientY > bottom;
    if (target === dialog && outside) dialog.close();
  });
  for (const input of form.querySelectorAll('input'))
    input.addEventListener('change', () => void pick(input));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const files = [...form.querySelectorAll('input')].flatMap((input) => [...(input.files ?? [])]);
    if (!(await openShareSheet({ files }))) toast({ message: dialog.dataset.thanks ?? '' });
    dialog.close();
  });
  dialog.addEventListener('close', empty);
}
