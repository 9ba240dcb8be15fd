import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { StateMessage } from '#ui/StateMessage.tsx';

/** A browser that did not get a script does not ask again as long as the page is open (src/lib/missing.ts). */
const Lost = () => (
  <StateMessage
    title="This did not arrive"
    alert
    actions={
      <button type="button" className="button" onClick={() => location.reload()}>
        Load the page again
      </button>
    }
  >
    <p>Check your connection and load the page again.</p>
  </StateMessage>
);

/** A part that is loaded when it is opened. Where its script does not arrive, it says so in its place. */
export const later = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> => lazy(() => load().catch(() => ({ default: Lost })));
