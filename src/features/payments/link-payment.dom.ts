/**
 * The payment of a cash order by the holder of its link, on a device that is not the guest's (docs/behaviour.md, "Order links").
 * This tab keeps the link and its token until the payment has an outcome.
 */
import { readSessionStorage, removeSessionStorage, writeSessionStorage } from '#lib/session-storage.dom.ts';

const key = 'linkPayment';

type LinkPayment = { orderId: string; token: string; link: string };

export const keepLinkPayment = (payment: LinkPayment): void => writeSessionStorage(key, payment);

/** @returns undefined for an order that is paid with the session of this device */
export function linkPaymentOf(orderId: string): LinkPayment | undefined {
  const kept = readSessionStorage(key) as Partial<LinkPayment> | undefined;
  const { token, link } = kept ?? {};
  return kept?.orderId === orderId && token && link ? { orderId, token, link } : undefined;
}

export const forgetLinkPayment = (): void => removeSessionStorage(key);
