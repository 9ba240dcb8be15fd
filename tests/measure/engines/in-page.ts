/**
 * Functions that run inside a page. They are sent as source code, so they can use `find` (page.ts sends it along), but
 * nothing else from outside.
 */

/** Describes an element for a walk: the first visible one that matches. */
export type Target = {
  css: string;
  /** Its text, or its accessible name, contains this. */
  text?: string;
  /** Its text or its accessible name is exactly this. */
  name?: string;
  /** The selector of the frame that contains it, with a document of the page's own origin. */
  frame?: string;
};

/** The point to click, or the reason why the element cannot be clicked yet. */
export type Aim = { x: number; y: number } | { not: string };

/** The first visible element that matches; also its document, and the frame that holds this. */
export function find({ css, text, name, frame }: Target) {
  const holder = frame ? document.querySelector<HTMLIFrameElement>(frame) : undefined;
  const doc = frame ? holder?.contentDocument : document;
  const wordsOf = (one: Element) =>
    (one.getAttribute('aria-label') ?? one.textContent ?? '').replace(/\s+/g, ' ').trim();
  const found = [...(doc?.querySelectorAll(css) ?? [])].find(
    (one) =>
      [...one.getClientRects()].some(({ width, height }) => width && height) &&
      one.checkVisibility({ visibilityProperty: true }) &&
      (text === undefined || wordsOf(one).includes(text)) &&
      (name === undefined || wordsOf(one) === name),
  );
  return { found, doc, holder };
}

export const isSeen = (target: Target): boolean => find(target).found !== undefined;

/** Finds an element, scrolls it into view and waits two frames: it must not move, and nothing may cover it. */
export async function aim(target: Target): Promise<Aim> {
  const { found, doc, holder } = find(target);
  if (!found || !doc) return { not: 'it is not there' };
  const boxOf = (one: Element) => [...one.getClientRects()].find(({ width, height }) => width && height);
  const centre = () => {
    const box = boxOf(found);
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const isHit = ({ x, y }: { x: number; y: number }) => {
    const hit = doc.elementFromPoint(x, y);
    const labels = [...((found as HTMLInputElement).labels ?? [])];
    return Boolean(hit && [found, ...labels].some((one) => one.contains(hit)));
  };
  if (!isHit(centre())) found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = centre();
  await frames();
  const { x, y } = centre();
  if (Math.hypot(x - before.x, y - before.y) > 1) return { not: 'it moves' };
  if (!isHit({ x, y })) return { not: `covered by ${doc.elementFromPoint(x, y)?.outerHTML.slice(0, 120)}` };
  const outer = holder?.getBoundingClientRect();
  return { x: x + (outer?.x ?? 0), y: y + (outer?.y ?? 0) };
}

/**
 * Selects an option without the system's own list, which no engine exposes to its driver.
 * @returns whether the list has the option
 */
export function choose(css: string, value: string): boolean {
  const list = document.querySelector<HTMLElement>(css);
  if (!list) throw new Error(`no ${css}`);
  const options = [...list.querySelectorAll('option')];
  if (!options.some((option) => option.value === value)) return false;
  // React notices a change only through the prototype's own setter.
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(list, value);
  list.dispatchEvent(new Event('input', { bubbles: true }));
  list.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/** Waits for the end of all animations, for the fonts and for the pictures in view, at most 5 s. */
export async function settle(): Promise<void> {
  const limit = new Promise((done) => setTimeout(done, 5000));
  const finite = document
    .getAnimations()
    .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime as number))
    .map((one) => one.finished.catch(() => {}));
  const pictures = [...document.images]
    .filter((one) => {
      const { top, bottom, width } = one.getBoundingClientRect();
      return width && bottom > 0 && top < innerHeight && one.checkVisibility();
    })
    .map((one) => one.decode().catch(() => {}));
  await Promise.race([Promise.all([...finite, ...pictures, document.fonts.ready]), limit]);
  await new Promise((done) => requestAnimationFrame(done));
}
