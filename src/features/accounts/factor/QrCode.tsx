import { encode } from 'uqr';

/** Modules of quiet around it, which readers need. */
const border = 4;

/** A QR code, drawn as one path of squares. @param text what it says @param label what it is, for who cannot see it */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border, ecc: 'M' });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={squares.join('')} shapeRendering="crispEdges" />
    </svg>
  );
}
