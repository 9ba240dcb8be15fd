import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { hashOf } from '#domain/desk/route.ts';
import { type Paper, paperNames, parsePapers, sumOf, unitsToPick } from '#domain/documents/papers.ts';
import { unshipped } from '#domain/orders/order.ts';
import { DocumentSheet } from '#shared/document/DocumentSheet.tsx';
import { useLoad } from '#ui/useLoad.ts';
import { LoadState } from '../ui/LoadState.tsx';
import { PackingSlip } from './PackingSlip.tsx';
import { ParcelLabel } from './ParcelLabel.tsx';
import { loadPapers, type Papers, type Parcel } from './print.api.ts';
import '#shared/document/document.css';
import './print.css';
import { TickLines } from './Parts.tsx';

/** Sizes of an address on a label or slip that is too long for the size of print.css, points. */
const smaller = [14, 13, 12, 11, 10, 9, 8, 7, 6, 5];

const overflows = (box: Element): boolean =>
  box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth;

/** Makes each address as large as its box allows. Each script and font takes another room, so it is measured. */
async function fitAddresses(root: HTMLElement): Promise<void> {
  await document.fonts.ready;
  const boxes = [...root.querySelectorAll<HTMLElement>('.parcel-label-to, .slip-to')];
  // All are measured before one is changed, which would make the browser lay out the page again for the next one.
  for (const box of boxes.filter(overflows))
    for (const size of smaller) {
      box.style.fontSize = `${size}pt`;
      if (!overflows(box)) break;
    }
  root.dataset.fitted = '';
}

/** What a print page holds, in its order; papers that no order has are left out. */
function pagesOf({ from, parcels, documents }: Papers): Record<Paper, ReactNode[]> {
  const toPick = parcels.filter(({ status }) => unshipped.includes(status));
  return {
    pickList: toPick.length ? [<PickList key="" parcels={toPick} />] : [],
    slips: parcels.map((parcel) => <PackingSlip key={parcel.id} {...{ parcel, from }} />),
    invoices: documents.map((document) => <DocumentSheet key={document.number} document={document} />),
    labels: parcels.map((parcel) => <ParcelLabel key={parcel.id} {...{ parcel, from }} />),
  };
}

/**
 * The papers of orders as the browser prints them, each on its size: `#orders/print?ids=…&papers=slips labels`. Without
 * `ids`, those of the orders that wait to be packed or sent.
 */
export default function PrintPage({ params: { ids, papers } }: { params: Record<string, string> }) {
  const loaded = useLoad(`${ids} ${papers}`, () => loadPapers(ids?.split(','), parsePapers(papers)));
  const ordersOf = ids && !ids.includes(',') ? { id: ids } : {};
  return (
    <div className="papers">
      <a className="button plain small flush desk-back" href={hashOf({ screen: 'orders', ...ordersOf })}>
        {ordersOf.id ? 'The order' : 'All orders'}
      </a>
      <LoadState of={loaded} title="Print">
        {(data) => <Sheets pages={data ? pagesOf(data) : undefined} wanted={parsePapers(papers)} />}
      </LoadState>
    </div>
  );
}

function Sheets({
  pages,
  wanted,
}: {
  pages: Record<Paper, ReactNode[]> | undefined;
  wanted: readonly Paper[];
}) {
  const root = useRef<HTMLDivElement>(null);
  /** The only papers that are printed. */
  const [only, setOnly] = useState<Paper>();
  const kinds = wanted.filter((kind) => pages?.[kind].length);
  useEffect(() => {
    if (root.current) void fitAddresses(root.current);
    const printAll = () => setOnly(undefined);
    addEventListener('afterprint', printAll);
    return () => removeEventListener('afterprint', printAll);
  }, []);
  const start = (kind?: Paper) => {
    flushSync(() => setOnly(kind));
    print();
  };
  if (!pages || !kinds.length)
    return (
      <>
        <h1>Print</h1>
        <p className="soft">
          {pages ? 'None of these orders has any of these papers.' : 'There are no orders to pack.'}
        </p>
      </>
    );
  return (
    <div className="papers-all" ref={root}>
      <div className="papers-head cluster">
        <h1>Print</h1>
        <button type="button" className="button small" onClick={() => start()}>
          {kinds.length > 1 ? 'Print all' : 'Print'}
        </button>
        {kinds.length > 1 && (
          <p className="soft">Each paper has its own size. With two printers, print each kind by itself.</p>
        )}
      </div>
      {kinds.map((kind) => (
        <section
          key={kind}
          className={`papers-${kind}`}
          hidden={only && only !== kind}
          aria-label={paperNames[kind]}
        >
          <div className="papers-head cluster">
            <h2>{paperNames[kind]}</h2>
            {kinds.length > 1 && (
              <button type="button" className="button quiet small" onClick={() => start(kind)}>
                Print only these<span className="visually-hidden">: {paperNames[kind]}</span>
              </button>
            )}
          </div>
          <ol>
            {pages[kind].map((page, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pages do not change
              <li key={n}>{page}</li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** How many units of each product the parcels of some orders need together. */
function PickList({ parcels }: { parcels: readonly Parcel[] }) {
  const products = unitsToPick(parcels);
  const [oldest, newest] = [parcels[0]?.reference, parcels.at(-1)?.reference];
  return (
    <article className="pick-list stack" aria-label="Pick list">
      <header>
        <p className="pick-list-title">Pick list</p>
        <p className="slip-order">
          <strong>{parcels.length === 1 ? '1 order' : `${parcels.length} orders`}</strong>
          <span>{oldest === newest ? oldest : `${oldest} to ${newest}`}</span>
        </p>
      </header>
      <TickLines lines={products} item="Product" />
      <p className="slip-total">{sumOf(products, 'product')}</p>
    </article>
  );
}
