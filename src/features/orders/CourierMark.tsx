import { findCourier } from './couriers.ts';

/**
 * Couriers as letter marks of our own, instead of their logos.
 * `lean` slants the letters.
 */
const marks: Record<string, { letters: string; lean?: boolean }> = {
  FedEx: { letters: 'FedEx' },
  UPS: { letters: 'UPS' },
  DHL: { letters: 'DHL', lean: true },
  USPS: { letters: 'USPS', lean: true },
  Amazon: { letters: 'amazon' },
  Delhivery: { letters: 'delhivery' },
  'Blue Dart': { letters: 'BLUE DART', lean: true },
  DTDC: { letters: 'DTDC', lean: true },
  'India Post': { letters: 'India Post' },
  'Ecom Express': { letters: 'ecom express' },
};

/** The mark of a courier; for an unknown courier its name, or 'Not specified' (docs/behaviour.md 8.4). */
export function CourierMark({ name }: { name: string | null }) {
  const courier = findCourier(name);
  const mark = courier && marks[courier.name];
  if (!courier || !mark) return <span>{name?.trim() || 'Not specified'}</span>;
  const width = Math.round(mark.letters.length * 9.5) + 28;
  return (
    <svg
      className="courier"
      viewBox={`0 0 ${width} 32`}
      width={width}
      height="32"
      role="img"
      aria-label={courier.name}
    >
      <rect x="0.5" y="0.5" width={width - 1} height="31" rx="6" />
      <text
        x="50%"
        y="21.5"
        textAnchor="middle"
        textLength={width - 28}
        fontStyle={mark.lean ? 'oblique' : undefined}
      >
        {mark.letters}
      </text>
    </svg>
  );
}
