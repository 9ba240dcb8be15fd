/**
 * `client:intent`: the island's script is fetched when someone is about to use it: a pointer comes near,
 * a finger lands, the focus enters. Nothing that was done meanwhile is lost: clicks are held and given to
 * the same elements once React answers, and what was typed or chosen is handed over as an event.
 *
 * Parts of an island can be marked `data-intent`; then only they wake it, so that a pointer wandering
 * over a grid of pictures costs nothing. `client:intent="query"` wakes it at once when the address holds
 * a search, and when the page's `search-intent` event says that one is being typed.
 */
import type { ClientDirective } from 'astro';
import { reportMissing } from './missing.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Loads when someone is about to use the island; `query`: at once when the address holds a search. */
    'client:intent'?: boolean | 'query';
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (node: unknown): node is Field =>
  node instanceof HTMLInputElement ||
  node instanceof HTMLSelectElement ||
  node instanceof HTMLTextAreaElement;

/**
 * These work without the island: links lead on, the add-to-cart script listens for its own, and what is
 * `data-native` is the browser's, which React only reads.
 */
const worksAlready = 'a[href], summary, [data-add-to-cart], [data-native]';

/** What React keeps of a tree, at the element that holds it. */
type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };

/**
 * React hydrates in a transition, some frames after it was asked to, and piece by piece. Only when it has
 * taken over the whole tree is a field safe from being put back to what the page was built with.
 */
async function untilHydrated(island: HTMLElement): Promise<void> {
  const hydrated = () =>
    Object.entries(island).some(
      ([key, value]) =>
        key.startsWith('__reactContainer') && !(value as Root).stateNode.current.memoizedState.isDehydrated,
    );
  for (let tries = 0; tries < 200 && !hydrated(); tries++) await new Promise((done) => setTimeout(done, 10));
}

/** Tells React of a value that the field got before React knew the field. */
function handOver(field: Field, value: string): void {
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  // React compares with the last value that it saw: first it sees another one, then, unseen, the real one.
  field.value = `${value} `;
  native?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

const intent: ClientDirective = (load, options, island) => {
  const clicks: HTMLElement[] = [];
  const edits = new Map<Field, string>();
  const waiting = new AbortController();
  const { signal } = waiting;
  let started = false;
  /** Whether somebody waits for it. */
  let wanted = false;
  let missing = false;
  // Astro, which has then tried twice.
  island.addEventListener(
    'astro:hydration-error',
    () => {
      missing = true;
    },
    { signal },
  );

  const start = async () => {
    if (started) return;
    started = true;
    missing = false;
    const hydrate = await load();
    if (missing) {
      // The next tap tries again; a pointer that only passes by does not.
      started = false;
      if (wanted) reportMissing();
      wanted = false;
      for (const target of clicks.splice(0)) target.ariaBusy = null;
      return;
    }
    await hydrate();
    await untilHydrated(island);
    waiting.abort();
    for (const [field, value] of edits) if (field.isConnected) handOver(field, value);
    for (const target of clicks) {
      target.ariaBusy = null;
      // Firefox takes a click on a label that it has just held back for the end of a drag.
      const control = target instanceof HTMLLabelElement ? target.control : target;
      if (target.isConnected) control?.click();
    }
  };

  const startForSomebody = () => {
    wanted = true;
    void start();
  };

  const near = (event: Event) => {
    if (missing) return;
    const marked = island.querySelector('[data-intent]');
    if (!marked || (event.target instanceof Element && event.target.closest('[data-intent]'))) void start();
  };
  for (const type of ['pointerover', 'pointerdown', 'touchstart', 'focusin'])
    island.addEventListener(type, near, { signal, passive: true });

  island.addEventListener(
    'click',
    (event) => {
      const { target } = event;
      if (!event.isTrusted || !(target instanceof Element) || target.closest(worksAlready)) return;
      const control = target.closest<HTMLElement>('button, label, input, [role="button"], [tabindex]');
      if (!control || isTextField(control)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      clicks.push(control);
      // Seen at once, done as soon as React is here.
      control.ariaBusy = 'true';
      startForSomebody();
    },
    { signal, capture: true },
  );

  for (const type of ['input', 'change'])
    island.addEventListener(
      type,
      (event) => {
        if (!isField(event.target) || /^(radio|checkbox)$/.test(event.target.type)) return;
        edits.set(event.target, event.target.value);
        startForSomebody();
      },
      { signal, capture: true },
    );

  if (options.value !== 'query') return;
  const asked = new URLSearchParams(location.search);
  if (['q', 'skin', 'sort'].some((name) => asked.has(name))) startForSomebody();
  document.addEventListener('search-intent', startForSomebody, { signal });
};

/** A click into a text field or a select only places the caret or opens the list. */
function isTextField(node: HTMLElement): boolean {
  return isField(node) && !/^(radio|checkbox|button|submit)$/.test(node.type);
}

export default intent;
