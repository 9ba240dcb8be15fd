import { type ComponentType, useState } from 'react';
import { loadPart } from '#lib/load-part.dom.ts';

/**
 * A dialog whose script loads when it is first opened. The component opens itself when it is rendered.
 * @returns `Dialog`: to render; undefined while it is closed
 */
export function useLazyDialog<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const [Dialog, setDialog] = useState<ComponentType<Props>>();
  const open = () =>
    void loadPart(load).then(
      (loaded) => setDialog(() => loaded.default),
      () => {},
    );
  const close = () => setDialog(undefined);
  return { Dialog, open, close };
}
