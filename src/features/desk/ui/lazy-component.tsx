import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { StateMessage } from '#ui/StateMessage.tsx';

/** Shown when the script fails to load. A browser does not request it again until the page is reloaded. */
const LoadFailed = () => (
  <StateMessage
    title="This screen did not load"
    alert
    actions={
      <button type="button" className="button" onClick={() => location.reload()}>
        Reload the page
      </button>
    }
  >
    <p>Check your connection, then reload the page.</p>
  </StateMessage>
);

/** A component that is loaded when it is first rendered. If its script fails to load, an error is shown instead. */
export const lazyComponent = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> => lazy(() => load().catch(() => ({ default: LoadFailed })));
