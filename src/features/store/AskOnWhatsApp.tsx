import { whatsAppLink } from '#lib/whatsapp.ts';

/**
 * The link that opens WhatsApp with a message to the shop, for the shopper to send.
 * @param number of the shop, with the country code: `+91 80000 00000`
 * @param about what the question is about: a product's name, an order's reference
 */
export const whatsAppUrl = (number: string, about?: string): string =>
  whatsAppLink(number, `Hello, I have a question${about ? ` about ${about}` : ''}.`);

type Props = {
  /** `care.whatsapp` of the store settings; without it nothing is shown. */
  number: string | undefined;
  /** A product's name or an order's reference. */
  about?: string;
};

/** A link that opens WhatsApp with a question to the shop (docs/behaviour.md, "Support"). */
export default function AskOnWhatsApp({ number, about }: Props) {
  if (!number) return null;
  return (
    <a
      className="button plain flush"
      href={whatsAppUrl(number, about)}
      target="_blank"
      rel="noopener noreferrer"
    >
      <svg
        width="20"
        height="20"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M3.8 20.2 5 16a8.6 8.6 0 1 1 3.2 3.1l-4.4 1.1Zm4.9-12c-.5 2 .5 4.1 2 5.6s3.6 2.5 5.6 2l.2-1.7-2.1-1-1.1 1c-1.5-.7-2.3-1.5-3-3l1-1.1-1-2.1-1.6.3Z" />
      </svg>
      Ask on WhatsApp
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
