import { paths } from './paths.ts';

/** The page that pays a pending order: only the checkout page may load the payment window. */
export const payPage = (orderId: string): string => `${paths.checkout}?pay=${orderId}`;
