import { encode } from 'uqr';

/** Width of the quiet zone, in modules. */
const border = 4;

/** A QR code as one SVG path. @param text its content @param label for screen readers */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border, ecc: 'M' });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={squares.join('')} shapeRendering="crispEdges" />
    </svg>
  );
}
