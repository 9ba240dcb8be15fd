/** An operator who hands parcels over. */
import type { Client } from '../support/client.ts';
import { type Purchase, repeatUntil, send } from './buyers.ts';
import type { Random } from './random.ts';

/** Hands the parcel of a placed order over, and repeats that until there is an answer. */
export async function shipOrder(
  purchase: Purchase,
  operator: Client,
  mostTries: number,
  random: Random,
): Promise<void> {
  const [orderId] = purchase.requested.acknowledged;
  const parcel = { orderId, trackingId: `AWB ${orderId}`, courierPartner: 'DTDC' };
  const once = async (): Promise<number> => {
    const { answer, seconds } = await send(
      { ...purchase, client: operator },
      '/api/order/update-tracking',
      parcel,
    );
    purchase.shipped = answer?.status === 200;
    return seconds;
  };
  await repeatUntil(once, () => purchase.shipped, mostTries, random);
}
