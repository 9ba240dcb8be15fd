/**
 * The link that opens WhatsApp with a message, for the reader of the page to send.
 * @param number of the recipient, with the country code: `+91 80000 00000`
 */
export const whatsAppLink = (number: string, text: string): string =>
  `https://wa.me/${number.replace(/\D/g, '')}?${new URLSearchParams({ text }).toString().replaceAll('+', '%20')}`;
