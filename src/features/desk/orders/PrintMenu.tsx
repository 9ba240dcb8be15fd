import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { toast } from '#ui/toast.dom.ts';
import { savePapers } from './orders.api.ts';
import { $papers } from './papers.store.ts';
import { paperKinds, paperNames } from './papers.ts';
import './print-menu.css';

/** Saves the chosen papers of orders as one PDF to print. The choice is remembered on the device. */
export function PrintMenu({ orderIds }: { orderIds: readonly string[] }) {
  const papers = useStore($papers);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const saved = await savePapers(orderIds, papers);
    setBusy(false);
    if (!saved.ok) toast({ kind: 'error', message: saved.message });
  };
  return (
    <div className="print-menu">
      <button
        type="button"
        className="button quiet small"
        aria-busy={busy}
        disabled={busy || !orderIds.length}
        onClick={() => void save()}
      >
        Print {orderIds.length === 1 ? '1 order' : `${orderIds.length} orders`}
      </button>
      <details
        name="print-menu"
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape') currentTarget.open = false;
        }}
      >
        <summary className="button quiet small">
          Choose papers<span className="visually-hidden"> to print</span>
        </summary>
        <fieldset>
          <legend className="visually-hidden">Papers in the PDF</legend>
          {paperKinds.map((paper) => (
            <label key={paper} className="tick">
              <input
                type="checkbox"
                checked={papers.includes(paper)}
                // A file needs at least one of them.
                disabled={papers.length === 1 && papers.includes(paper)}
                onChange={({ target }) =>
                  $papers.set(
                    paperKinds.filter((one) => (one === paper ? target.checked : papers.includes(one))),
                  )
                }
              />
              {paperNames[paper]}
            </label>
          ))}
        </fieldset>
      </details>
    </div>
  );
}
