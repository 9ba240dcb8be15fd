import { useEffect, useId, useRef } from 'react';
import { shortcuts } from './useShortcuts.ts';
import './form-dialog.css';

/** The list of shortcuts, in a dialog that opens when it is rendered. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="dialog desk-dialog" aria-labelledby={heading} onClose={onClose}>
      <form className="stack" method="dialog">
        <h2 id={heading}>Shortcuts</h2>
        <dl className="desk-shortcuts stack gap-2">
          {Object.entries(shortcuts).map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <div className="actions">
          <button type="submit" className="button">
            Close
          </button>
        </div>
      </form>
    </dialog>
  );
}
