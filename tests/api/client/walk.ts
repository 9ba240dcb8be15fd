/**
 * The way from a product to a paid order with a client that openapi-typescript has generated. The test beside this folder
 * generates the types, checks this file with them, and walks.
 */
import type { Client } from 'openapi-fetch';
import type { components, paths } from '../../../.cache/api-client/openapi.ts';

type Schemas = components['schemas'];

/** An answer's data. @throws Error for a failure */
function dataOf<Data>({
  data,
  error,
}: {
  data?: Data;
  error?: Schemas['Failure'] | Schemas['Problem'];
}): Data {
  if (!data) throw new Error(`The shop refused: ${error?.code}`);
  return data;
}

/**
 * Finds a product, and orders it twice: with cash on delivery, and paid by card.
 * @param pay pays the order at the provider
 * @returns both orders as the shop lists them, and the code with which it refuses another total
 */
export async function walk(
  api: Client<paths>,
  address: Schemas['AddressForm'],
  pay: (orderId: string) => Promise<void>,
) {
  const query = { q: 'serum', brand: ['harita'], limit: 5, in: ['stock'] };
  const { products, total } = dataOf(await api.GET('/api/product/search', { params: { query } }));
  const [card] = products;
  if (!card) throw new Error('Nothing was found.');
  const { product } = dataOf(await api.GET('/api/product/{id}', { params: { path: { id: card._id } } }));
  const items: Schemas['CartLine'][] = [{ _id: product._id, quantity: 1 }];
  dataOf(await api.POST('/api/cart/add', { body: { itemId: product._id, quantity: 1 } }));
  const amountOf = async (paymentMethod: Schemas['PaymentMethod']): Promise<Schemas['Rupees']> => {
    const { quote } = dataOf(
      await api.POST('/api/order/quote', { body: { items, pincode: address.zipcode, paymentMethod } }),
    );
    return quote.amount;
  };
  const cash: Schemas['OrderRequest'] = { address, items, amount: await amountOf('cod') };
  const refused = await api.POST('/api/order/place', { body: { ...cash, amount: cash.amount + 1 } });
  const { order } = dataOf(await api.POST('/api/order/place', { body: cash }));
  const online = { ...cash, amount: await amountOf('stripe'), again: true };
  const { orderId } = dataOf(await api.POST('/api/order/stripe', { body: online }));
  await pay(orderId);
  dataOf(await api.POST('/api/order/verifyStripe', { body: { orderId, success: true } }));
  const { orders } = dataOf(await api.POST('/api/order/userorders', { body: {} }));
  const find = (id: string): Schemas['Order'] | undefined => orders.find(({ _id }) => _id === id);
  return { total, product, refusal: refused.error?.code, inCash: find(order._id), byCard: find(orderId) };
}
