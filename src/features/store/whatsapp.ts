import { whatsAppLink } from '#lib/whatsapp.ts';

/**
 * The link that opens WhatsApp with a message to the shop, for the shopper to send.
 * @param number of the shop, with the country code: `+91 80000 00000`
 * @param about what the question is about: a product's name, an order's reference
 */
export const whatsAppUrl = (number: string, about?: string): string =>
  whatsAppLink(number, `Hello, I have a question${about ? ` about ${about}` : ''}.`);
