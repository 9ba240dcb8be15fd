import { toast } from '#ui/toast.ts';
import { CourierMark } from './CourierMark.tsx';
import { Fact } from './Fact.tsx';
import type { OrderLine } from './order.ts';

/** Number, courier and status; before there is a number, what it waits for. */
export function ShippingInformation({ line }: { line: OrderLine }) {
  if (!line.trackingId)
    return <p>Processing: Tracking information will be available once your order ships.</p>;
  return (
    <dl className="order-facts">
      <Fact name="Tracking number">
        <span className="order-tracking">
          <code>{line.trackingId}</code>
          <CopyButton text={line.trackingId} />
        </span>
      </Fact>
      <Fact name="Courier">
        <CourierMark name={line.courierPartner} />
      </Fact>
      <Fact name="Status">{line.status}</Fact>
    </dl>
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

/** The clipboard is closed where the shop is opened without TLS; the old way still works there. */
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
