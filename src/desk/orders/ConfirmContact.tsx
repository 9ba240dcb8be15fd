import { whatsAppLink } from '#lib/whatsapp.ts';

/** @property phone ten digits @property text what is sent by WhatsApp */
type Props = { reference: string; phone: string; text: string };

/** How an operator asks the buyer of a cash order to confirm it. */
export default function ConfirmContact({ reference, phone, text }: Props) {
  return (
    <span className="desk-contact">
      <a href={`tel:+91${phone}`} aria-label={`Call the buyer of ${reference}`}>
        Call
      </a>
      <a
        href={whatsAppLink(`+91${phone}`, text)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`WhatsApp to the buyer of ${reference} (opens in a new tab)`}
      >
        WhatsApp
      </a>
    </span>
  );
}
