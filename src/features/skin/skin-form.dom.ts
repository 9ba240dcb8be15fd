/** The form of My skin: shows the stored profile, saves every change at once, deletes it, and brings it back. */

import {
  emptyProfile,
  isEmptyProfile,
  readProfile,
  type SkinProfile,
  wishesOf,
} from '#domain/skin/profile.ts';
import { $skinProfile, saveProfile } from './profile.store.ts';

const messages = {
  empty: 'Nothing is saved yet.',
  saved: 'Saved on this device.',
  deleted: 'Your answers are deleted from this device.',
  unsaved: 'Your browser does not let us save this. It lasts until you leave this page.',
};

/** What the form holds. Anything that a profile cannot have is left out. */
function readForm(form: HTMLFormElement): SkinProfile {
  const data = new FormData(form);
  return readProfile(
    JSON.stringify({
      type: data.get('type'),
      concerns: data.getAll('concerns'),
      avoid: data.getAll('avoid'),
      pregnancy: data.has('pregnancy'),
    }),
  );
}

export function startSkinForm(): void {
  const form = document.querySelector<HTMLFormElement>('[data-skin-form]');
  const status = form?.querySelector('[data-skin-status]');
  const remove = form?.querySelector<HTMLButtonElement>('[data-skin-delete]');
  const undo = form?.querySelector<HTMLButtonElement>('[data-skin-undo]');
  if (!form || !status || !remove || !undo) return;
  let deleted: SkinProfile | undefined;

  const draw = (profile: SkinProfile, kept = true): void => {
    const wishes: readonly string[] = wishesOf(profile);
    for (const input of form.querySelectorAll('input'))
      input.checked = input.value ? wishes.includes(`${input.name}:${input.value}`) : !profile.type;
    const empty = isEmptyProfile(profile);
    if (!empty) deleted = undefined;
    remove.hidden = empty;
    undo.hidden = !deleted;
    const state = empty ? (deleted ? 'deleted' : 'empty') : kept ? 'saved' : 'unsaved';
    status.textContent = messages[state];
  };
  const save = (profile: SkinProfile): void => draw(profile, saveProfile(profile));

  draw($skinProfile.get());
  // Another tab, or a page that comes back from the browser's memory.
  $skinProfile.listen((profile) => draw(profile));
  form.addEventListener('change', () => save(readForm(form)));
  form.addEventListener('submit', (event) => event.preventDefault());
  remove.addEventListener('click', () => {
    deleted = readForm(form);
    save(emptyProfile);
    undo.focus();
  });
  undo.addEventListener('click', () => {
    if (deleted) save(deleted);
    remove.focus();
  });
}
