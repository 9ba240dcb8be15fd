/** The couriers of the shop, asked for once. */
import { api, type ResponseOf, send } from '#lib/api.ts';
import { useLoad } from '#ui/useLoad.ts';

export type DeskCourier = ResponseOf<typeof api.desk.shipping.couriers.$get>['couriers'][number];

/** The couriers in their order; none while they load, and when they do not. */
export function useCouriers(): readonly DeskCourier[] {
  const { load } = useLoad('couriers', () => send(api.desk.shipping.couriers.$get()));
  return load.state === 'ready' ? load.data.couriers : [];
}
