/** The list of `npm run content` in the editor: a button in the corner that counts, and the list behind it. */
import { bySeverity, type SharedGap, severities, shareGaps } from '#domain/catalogue/gaps.ts';
import { gapsIn } from '#tools/lib/content-gaps.ts';
import { entryId } from '../../content/collections.ts';
import { folders } from './collections.ts';
import { filesIn, readSnapshot } from './snapshot.ts';
import './content-list.css';

/** An element with texts and other elements in it. */
function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  made.replaceChildren(...inside);
  return made;
}

/** A file as a link to its entry, where it is one of a folder. */
function fileLink(file: string): Node {
  const folder = folders.find((one) => file.startsWith(`${one.folder}/`));
  if (!folder) return element('code', '', file);
  const link = element('a', '', entryId(file));
  link.href = `#/collections/${folder.name}/entries/${entryId(file)}`;
  return link;
}

function gapItem({ field, reason, remedy, files }: SharedGap): HTMLElement {
  const list = element('p', 'content-list-files', ...files.flatMap((file) => [fileLink(file), ' ']));
  const said = element(
    'summary',
    '',
    `${field ? `${field}: ` : ''}${reason}`,
    element('b', '', ` ${files.length}`),
  );
  return element('details', '', said, element('p', '', remedy), list);
}

/** Fills the dialog with the files as they are published. */
async function fill(dialog: HTMLDialogElement): Promise<void> {
  const snapshot = await readSnapshot();
  const gaps = snapshot ? shareGaps(gapsIn(filesIn(snapshot), Date.now())) : [];
  const parts = bySeverity(gaps).flatMap(([severity, own]) =>
    own.length ? [element('h3', '', severities[severity]), ...own.map(gapItem)] : [],
  );
  const nothing = snapshot ? 'The catalogue is complete.' : 'The list could not be loaded. Please try again.';
  const close = element('button', 'content-list-close', 'Close');
  close.type = 'button';
  close.addEventListener('click', () => dialog.close());
  dialog.replaceChildren(
    element('h2', '', 'Catalogue health'),
    close,
    ...(parts.length ? parts : [element('p', '', nothing)]),
  );
}

/** Adds the button. The list is made when it is opened, of what is published. */
export function offerContentList(): void {
  const dialog = element('dialog', 'content-list');
  const open = element('button', 'content-list-open', 'Catalogue health');
  open.type = 'button';
  open.addEventListener('click', async () => {
    await fill(dialog);
    dialog.showModal();
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLAnchorElement) dialog.close();
  });
  for (const one of [open, dialog]) document.body.insertAdjacentElement('beforeend', one);
}
