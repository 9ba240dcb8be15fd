/**
 * Functions that run inside a page. They are sent as their own source, so they may use nothing from outside.
 */

/** An element as a walk names it: the first that can be seen and fits. */
export type Target = {
  css: string;
  /** Its words, or the name that assistive technology reads, contain this. */
  text?: string;
  /** They are exactly this. */
  name?: string;
  /** It stands in a frame of the page's own origin. */
  frame?: string;
};

/** Where to click it, or why it cannot be clicked yet. */
export type Aim = { x: number; y: number } | { not: string };

/** Finds an element, brings it into view and waits two frames: it must stand still and nothing may cover it. */
export async function aim(target: Target): Promise<Aim> {
  const { css, text, name, frame } = target;
  const holder = frame ? document.querySelector<HTMLIFrameElement>(frame) : undefined;
  const doc = frame ? holder?.contentDocument : document;
  if (!doc) return { not: 'no frame' };
  const plain = (words: string | null | undefined) => (words ?? '').replace(/\s+/g, ' ').trim();
  const wordsOf = (one: Element) => plain(one.getAttribute('aria-label') ?? one.textContent);
  const boxOf = (one: Element) => [...one.getClientRects()].find(({ width, height }) => width && height);
  const found = [...doc.querySelectorAll(css)].find(
    (one) =>
      boxOf(one) &&
      one.checkVisibility({ visibilityProperty: true }) &&
      (text === undefined || wordsOf(one).includes(text)) &&
      (name === undefined || wordsOf(one) === name),
  );
  if (!found) return { not: 'it is not there' };
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

/** Whether an element can be seen. */
export async function isSeen({ css, text, name, frame }: Target): Promise<boolean> {
  const doc = frame ? document.querySelector<HTMLIFrameElement>(frame)?.contentDocument : document;
  const wordsOf = (one: Element) =>
    (one.getAttribute('aria-label') ?? one.textContent ?? '').replace(/\s+/g, ' ').trim();
  return [...(doc?.querySelectorAll(css) ?? [])].some(
    (one) =>
      one.getClientRects().length > 0 &&
      one.checkVisibility({ visibilityProperty: true }) &&
      (text === undefined || wordsOf(one).includes(text)) &&
      (name === undefined || wordsOf(one) === name),
  );
}

/** Chooses an option as a person does with the system's own list, which no engine shows a driver. */
export function choose(css: string, value: string): void {
  const list = document.querySelector<HTMLElement>(css);
  if (!list) throw new Error(`no ${css}`);
  // React hears of a value only when the element's own setter was used.
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(list, value);
  list.dispatchEvent(new Event('input', { bubbles: true }));
  list.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Animations have ended; fonts and the pictures in view are loaded. */
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
