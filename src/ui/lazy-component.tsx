import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { loadPart, type MissingPart } from '#lib/load-part.dom.ts';

/** A component that is loaded when it is first rendered. If its script is missing, that is shown instead. */
export const lazyComponent = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(() =>
    loadPart(load).catch(({ message }: MissingPart) => ({
      default: () => <p className="notice error">{message}</p>,
    })),
  );
