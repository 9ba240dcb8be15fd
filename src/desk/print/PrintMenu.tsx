import { useStore } from '@nanostores/react';
import { hashOf } from '#domain/desk/route.ts';
import { type Paper, paperKinds, paperNames, parsePapers } from '#domain/documents/papers.ts';
import { storedAtom } from '#lib/stored-atom.store.ts';
import './print-menu.css';

/** The papers that were printed last on this device. At least one; everything, until something else was chosen. */
const $papers = storedAtom<readonly Paper[]>('deskPapers', paperKinds, {
  encode: (papers) => papers.join(' '),
  decode: parsePapers,
});

/** Opens the print page of orders in a tab of its own, so that they stay chosen here. The device remembers the papers. */
export function PrintMenu({ orderIds }: { orderIds: readonly string[] }) {
  const papers = useStore($papers);
  const params = { ids: orderIds.join(), papers: papers.join(' ') };
  return (
    <div className="print-menu">
      <a
        className="button quiet small"
        href={hashOf({ screen: 'orders', id: 'print', params })}
        target="_blank"
        rel="noopener"
      >
        Print {orderIds.length === 1 ? '1 order' : `${orderIds.length} orders`}
      </a>
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
          <legend className="visually-hidden">Papers to print</legend>
          {paperKinds.map((paper) => (
            <label key={paper} className="tick">
              <input
                type="checkbox"
                checked={papers.includes(paper)}
                // A print page has at least one of them.
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
