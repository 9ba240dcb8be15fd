/** An operator who hands parcels over, and takes some of them back. */
import type { Client } from '../../support/client.ts';
import type { Random } from '../../support/random.ts';
import { type Purchase, repeatUntil, send } from './buyers.ts';

type Answer = Awaited<ReturnType<typeof send>>['answer'];

/**
 * A change of a placed order by an operator, which is repeated until it is done.
 * @param mark the property of the purchase that says so
 */
const change =
  (
    path: string,
    jsonOf: (orderId: string | undefined) => object,
    mark: 'shipped' | 'returned',
    isDone: (answer: Answer) => boolean,
  ) =>
  async (purchase: Purchase, operator: Client, mostTries: number, random: Random): Promise<void> => {
    const [orderId] = purchase.requested.acknowledged;
    const once = async (): Promise<number> => {
      const { answer, seconds } = await send({ ...purchase, client: operator }, path, jsonOf(orderId));
      purchase[mark] = isDone(answer);
      return seconds;
    };
    await repeatUntil(once, () => purchase[mark], mostTries, random);
  };

/** Hands the parcel over. */
export const shipOrder = change(
  '/api/order/update-tracking',
  (orderId) => ({ orderId, trackingId: `AWB ${orderId}`, courierPartner: 'DTDC' }),
  'shipped',
  (answer) => answer?.status === 200,
);

/** Takes the parcel back. After an answer that was lost, the repeat says that it was returned already. */
export const takeBack = change(
  '/api/order/move',
  (orderId) => ({ orderId, status: 'Returned', reason: 'It came back', restock: false }),
  'returned',
  (answer) => answer?.status === 200 || answer?.body?.status === 'Returned',
);
