/** Sizes of an address on a label or slip that is too long for the size of print.css, points. */
const smaller = [14, 13, 12, 11, 10, 9, 8, 7, 6, 5];

const overflows = (box: Element): boolean =>
  box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth;

/** Makes each address as large as its box allows. Each script and font takes another room, so it is measured. */
export async function fitAddresses(root: HTMLElement): Promise<void> {
  await document.fonts.ready;
  const boxes = [...root.querySelectorAll<HTMLElement>('.parcel-label-to, .slip-to')];
  // All are measured before one is changed, which would make the browser lay out the page again for the next one.
  for (const box of boxes.filter(overflows))
    for (const size of smaller) {
      box.style.fontSize = `${size}pt`;
      if (!overflows(box)) break;
    }
  root.dataset.fitted = '';
}
