/** Sizes of the address on a label or slip, points: the first one in which all of it fits is taken. */
const sizes = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5];

const overflows = (box: Element): boolean =>
  box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth;

/** Makes each address as large as its box allows. Each script and font takes another room, so it is measured. */
export async function fitAddresses(root: HTMLElement): Promise<void> {
  await document.fonts.ready;
  for (const box of root.querySelectorAll<HTMLElement>('.parcel-label-to, .slip-to'))
    for (const size of sizes) {
      box.style.fontSize = `${size}pt`;
      if (!overflows(box)) break;
    }
}
