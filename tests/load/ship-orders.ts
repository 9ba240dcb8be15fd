/** An operator who hands parcels over, and takes some of them back. */
import type { Client } from '../support/client.ts';
import { type Purchase, repeatUntil, send } from './buyers.ts';
import type { Random } from './random.ts';

type Answer = Awaited<ReturnType<typeof send>>['answer'];

/** Sends a change of an order, and repeats it until there is an answer. */
async function change(
  { purchase, operator }: { purchase: Purchase; operator: Client },
  path: string,
  json: object,
  isDone: (answer: Answer) => boolean,
  mostTries: number,
  random: Random,
): Promise<boolean> {
  let done = false;
  const once = async (): Promise<number> => {
    const { answer, seconds } = await send({ ...purchase, client: operator }, path, json);
    done = isDone(answer);
    return seconds;
  };
  await repeatUntil(once, () => done, mostTries, random);
  return done;
}

/** Hands the parcel of a placed order over. */
export async function shipOrder(
  purchase: Purchase,
  operator: Client,
  mostTries: number,
  random: Random,
): Promise<void> {
  const [orderId] = purchase.requested.acknowledged;
  const parcel = { orderId, trackingId: `AWB ${orderId}`, courierPartner: 'DTDC' };
  const isDone = (answer: Answer) => answer?.status === 200;
  const who = { purchase, operator };
  purchase.shipped = await change(who, '/api/order/update-tracking', parcel, isDone, mostTries, random);
}

/** Takes the parcel back. After an answer that was lost, the repeat says that it was returned already. */
export async function takeBack(
  purchase: Purchase,
  operator: Client,
  mostTries: number,
  random: Random,
): Promise<void> {
  const [orderId] = purchase.requested.acknowledged;
  const move = { orderId, status: 'Returned', reason: 'It came back', restock: false };
  const isDone = (answer: Answer) => answer?.status === 200 || answer?.body?.status === 'Returned';
  purchase.returned = await change(
    { purchase, operator },
    '/api/order/move',
    move,
    isDone,
    mostTries,
    random,
  );
}
