/**
 * `client:intent` loads an island when somebody is about to use it: on hover, touch or focus. Actions before hydration
 * are not lost: clicks are repeated on the same elements, and typed or chosen values are passed on as events.
 *
 * If elements of an island are marked `data-intent`, only they load it, so that hovering a grid of pictures costs
 * nothing. `client:intent="query"` also loads it at once if the URL has a search, and on the event `search-intent`, when
 * somebody types one.
 */
import type { ClientDirective } from 'astro';
import { hydratedEvent, missingEvent } from './hydrated-event.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    /**
     * Loads when somebody is about to use the island; `query`: at once if the URL has search parameters. The island has
     * to call `useHydrationReport`.
     */
    'client:intent'?: boolean | 'query';
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Whether a click only places the caret or opens a list. */
const isTextField = (node: unknown): node is Field =>
  node instanceof Element &&
  node.matches('input:not([type=radio], [type=checkbox], [type=button], [type=submit]), select, textarea');

/**
 * Elements that work without hydration: links, add-to-cart buttons, which have their own script, and `data-native`
 * elements, which the browser handles.
 */
const worksUnhydrated = 'a[href], summary, [data-add-to-cart], [data-native]';

/** Passes a value that was entered before hydration to React. */
function passValue(field: Field, value: string): void {
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  // React ignores a value that equals the last one it saw, so it sees another value first.
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
  /** Whether somebody has used the island and waits for it. */
  let waitedFor = false;
  let failed = false;
  // From Astro, after two tries.
  island.addEventListener(
    'astro:hydration-error',
    () => {
      failed = true;
    },
    { signal },
  );

  const start = async () => {
    if (started) return;
    started = true;
    failed = false;
    const hydrate = await load();
    if (failed) {
      // The next tap tries again; hovering does not.
      started = false;
      if (waitedFor) island.dispatchEvent(new Event(missingEvent, { bubbles: true }));
      waitedFor = false;
      for (const target of clicks.splice(0)) target.ariaBusy = null;
      return;
    }
    // React hydrates in a transition, some frames later. Until then it may reset a field to the static HTML's value.
    const hydrated = new Promise((done) => island.addEventListener(hydratedEvent, done, { once: true }));
    await hydrate();
    await hydrated;
    waiting.abort();
    for (const [field, value] of edits) if (field.isConnected) passValue(field, value);
    for (const target of clicks) {
      target.ariaBusy = null;
      // Firefox ignores a click on a label whose previous click was prevented, so the control is clicked.
      const control = target instanceof HTMLLabelElement ? target.control : target;
      if (target.isConnected) control?.click();
    }
  };

  const startForUser = () => {
    waitedFor = true;
    void start();
  };

  const onIntent = (event: Event) => {
    if (failed) return;
    const marked = island.querySelector('[data-intent]');
    if (!marked || (event.target instanceof Element && event.target.closest('[data-intent]'))) void start();
  };
  for (const type of ['pointerover', 'pointerdown', 'touchstart', 'focusin'])
    island.addEventListener(type, onIntent, { signal, passive: true });

  island.addEventListener(
    'click',
    (event) => {
      const { target } = event;
      if (!event.isTrusted || !(target instanceof Element) || target.closest(worksUnhydrated)) return;
      const control = target.closest<HTMLElement>('button, label, input, [role="button"], [tabindex]');
      if (!control || isTextField(control)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      clicks.push(control);
      // The button looks busy until React handles the click.
      control.ariaBusy = 'true';
      startForUser();
    },
    { signal, capture: true },
  );

  for (const type of ['input', 'change'])
    island.addEventListener(
      type,
      (event) => {
        if (!isTextField(event.target)) return;
        edits.set(event.target, event.target.value);
        startForUser();
      },
      { signal, capture: true },
    );

  if (options.value !== 'query') return;
  // features/search/hide-unfiltered.js has read the address.
  if ('searching' in document.documentElement.dataset) startForUser();
  document.addEventListener('search-intent', startForUser, { signal });
};

export default intent;
