import { barsOf } from './code128.ts';
import { DeliverTo, moneyOf } from './Parts.tsx';
import type { Parcel, Sender } from './print.api.ts';

/** Where a parcel goes, what the courier collects, and the order's number as a bar code, on 4 × 6 inches. */
export function ParcelLabel({ parcel, from }: { parcel: Parcel; from: Sender }) {
  const { reference, address, ewayBill } = parcel;
  return (
    <article className="parcel-label" aria-label={`Label of ${reference}`}>
      <p className="parcel-label-shop">{from.name}</p>
      <p className="parcel-label-small">Deliver to</p>
      <address className="parcel-label-to">
        <DeliverTo address={address} />
      </address>
      <p className="parcel-label-money">{moneyOf(parcel)}</p>
      <Bars text={reference} />
      <p className="parcel-label-reference">{reference}</p>
      {ewayBill && <p className="parcel-label-small">E-way bill {ewayBill}</p>}
      <p className="parcel-label-small parcel-label-from">
        From {[from.entity, ...from.address].join(', ')}
        <br />
        {from.phone}
      </p>
    </article>
  );
}

/** Dots of a label printer in an inch: bars that are whole dots wide are sharp. */
const dpi = 203;
const labelDots = 4 * dpi;
/** The empty space on each side of a bar code, modules. */
const quiet = 10;

/** A Code 128 as wide as the label allows, in the middle. */
function Bars({ text }: { text: string }) {
  const { bars, width } = barsOf(text);
  const dots = Math.max(1, Math.floor(labelDots / (width + 2 * quiet)));
  const left = Math.floor((labelDots - width * dots) / 2);
  return (
    <svg
      className="parcel-label-bars"
      style={{ width: `${(width * dots) / dpi}in`, marginInlineStart: `${left / dpi}in` }}
      viewBox={`0 0 ${width} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      role="img"
      aria-label={`Bar code of ${text}`}
    >
      <path d={bars.map((bar) => `M${bar.x} 0h${bar.width}v1h-${bar.width}z`).join('')} />
    </svg>
  );
}
