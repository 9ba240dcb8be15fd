/**
 * Starts React in an island: what Astro calls in the place of its own client. A component that fails takes only its island
 * along: there it says so, with a button that loads the page again.
 */
import { Component, type ComponentType, type ReactNode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { brokenEvent } from '#lib/hydrated-event.ts';
import { MissingPart } from '#lib/load-part.dom.ts';

class Boundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};
  static getDerivedStateFromError(error: unknown) {
    // The fields are still on the page: missing-part.dom.ts keeps what was typed.
    dispatchEvent(new Event(brokenEvent));
    return { error: error ?? true };
  }
  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <div className="wrap">
        <div className="state" role="alert">
          <h2>This part of the page has stopped</h2>
          <p>
            {error instanceof MissingPart ? error.message : 'Load the page again. What you typed comes back.'}
          </p>
          <button type="button" className="button" onClick={() => location.reload()}>
            Load the page again
          </button>
        </div>
      </div>
    );
  }
}

export default (island: HTMLElement) => (Page: ComponentType, props: object) => {
  if (!island.hasAttribute('ssr')) return;
  startTransition(() => {
    const root = hydrateRoot(
      island,
      <Boundary>
        <Page {...props} />
      </Boundary>,
      { identifierPrefix: island.getAttribute('prefix') ?? undefined },
    );
    island.addEventListener('astro:unmount', () => root.unmount(), { once: true });
  });
};
