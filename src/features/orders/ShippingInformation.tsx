import { isHandedOver, type OrderCardData, type OrderStatus } from '#domain/orders/order.ts';
import { Fact } from '#ui/Fact.tsx';
import { toast } from '#ui/toast.dom.ts';

/** What is known of a parcel. */
export type Parcel = Pick<OrderCardData, 'status' | 'trackingId' | 'trackingUrl' | 'courierPartner'>;

/** Tracking number, courier and status; before shipping, a note. */
export function ShippingInformation({ line }: { line: Parcel }) {
  if (!line.trackingId) return <p>{withoutNumber(line.status)}</p>;
  return (
    <dl className="order-facts stack gap-2">
      <Fact name="Tracking number">
        <span className="order-tracking cluster">
          <code>{line.trackingId}</code>
          <CopyButton text={line.trackingId} />
        </span>
      </Fact>
      <Fact name="Courier">
        <CourierMark name={line.courierPartner} known={line.trackingUrl !== null} />
      </Fact>
      <Fact name="Status">{line.status}</Fact>
    </dl>
  );
}

/** What is said of a parcel without a tracking number. */
function withoutNumber(status: OrderStatus): string {
  if (status === 'Cancelled') return 'This order was cancelled and is not shipped.';
  if (isHandedOver(status)) return 'This parcel has no tracking number.';
  return 'Processing: Tracking information will be available once your order ships.';
}

/** A link to the courier's tracking page, or a disabled button without one. */
export function TrackPackage({ trackingUrl }: Pick<Parcel, 'trackingUrl'>) {
  if (!trackingUrl)
    return (
      <button type="button" className="button small" disabled>
        Tracking Not Available
      </button>
    );
  return (
    <a className="button small" href={trackingUrl} target="_blank" rel="noopener noreferrer">
      Track Package<span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

function CopyButton({ text }: { text: string }) {
  const copy = async () => {
    const copied = await copyText(text);
    toast(
      copied
        ? { message: 'Tracking number copied to clipboard' }
        : { message: 'Please copy the number by hand.', kind: 'error' },
    );
  };
  return (
    <button type="button" className="button plain small" aria-label="Copy the tracking number" onClick={copy}>
      Copy
    </button>
  );
}

/** Without TLS there is no clipboard API; `execCommand` still works there. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.style.position = 'fixed';
    document.body.appendChild(field);
    const focused = document.activeElement;
    field.select();
    const copied = document.execCommand('copy');
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return copied;
  }
}

/**
 * A courier as a letter mark instead of its logo.
 * @param known without it the name is plain text, or 'Not specified' (docs/behaviour.md, "Couriers")
 */
function CourierMark({ name, known }: { name: string | null; known: boolean }) {
  const letters = name?.trim();
  if (!letters || !known) return <span>{letters || 'Not specified'}</span>;
  const width = Math.round(letters.length * 9.5) + 28;
  return (
    <svg
      className="courier"
      viewBox={`0 0 ${width} 32`}
      width={width}
      height="32"
      role="img"
      aria-label={letters}
    >
      <rect x="0.5" y="0.5" width={width - 1} height="31" rx="6" />
      <text x="50%" y="21.5" textAnchor="middle" textLength={width - 28}>
        {letters}
      </text>
    </svg>
  );
}
