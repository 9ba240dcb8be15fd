/**
 * What is pasted into a text of several lines, from Word, Docs or a page: headings begin at the second level, since the page
 * has its title; a table gets a first row of headings, without which Markdown knows no table; unsafe links are dropped.
 */
import { unsafeLink } from '#lib/unsafe-links.ts';

/** An element with another name and the same contents. */
function rename(element: Element, name: string): void {
  const other = element.ownerDocument.createElement(name);
  other.replaceChildren(...element.childNodes);
  element.replaceWith(other);
}

/** A cell of a Markdown table is one line without the sign between cells. */
function cellText(cell: Element): string {
  for (const part of cell.querySelectorAll('p, div, li, br')) part.after(' ');
  return cell.textContent.replaceAll('|', '/').replace(/\s+/g, ' ').trim();
}

/** The HTML as the editor of the CMS keeps it. */
export function preparePasted(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const all = (selector: string) => [...body.querySelectorAll(selector)];
  for (const heading of all('h1, p[class*="MsoTitle"]')) rename(heading, 'h2');
  for (const heading of all('h4, h5, h6')) rename(heading, 'h3');
  for (const link of all('a[href]'))
    if (unsafeLink(link.getAttribute('href') ?? '')) link.replaceWith(...link.childNodes);
  for (const table of all('table')) {
    const rows = [...table.querySelectorAll('tr')].map((row) =>
      [...row.querySelectorAll('td, th')].map(cellText),
    );
    const width = Math.max(...rows.map((cells) => cells.length), 0);
    const clean = table.ownerDocument.createElement('table');
    for (const [n, cells] of rows.entries()) {
      const row = clean.insertRow();
      for (let at = 0; at < width; at += 1) {
        const cell = table.ownerDocument.createElement(n === 0 ? 'th' : 'td');
        cell.textContent = cells[at] ?? '';
        row.insertAdjacentElement('beforeend', cell);
      }
    }
    table.replaceWith(clean);
  }
  return body.innerHTML;
}

/** Passes on another clipboard, once. Must run before the CMS starts. */
export function prepareWhatIsPasted(): void {
  const passed = new WeakSet<Event>();
  const onPaste = (event: ClipboardEvent) => {
    const { target, clipboardData } = event;
    const html = clipboardData?.getData('text/html');
    if (passed.has(event) || !html || !(target instanceof HTMLElement && target.isContentEditable)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    const data = new DataTransfer();
    data.setData('text/html', preparePasted(html));
    data.setData('text/plain', clipboardData?.getData('text/plain') ?? '');
    const prepared = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    passed.add(prepared);
    target.dispatchEvent(prepared);
  };
  window.addEventListener('paste', onPaste, { capture: true });
}
